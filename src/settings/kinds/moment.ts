/** Local time without a zone. */
import { say } from '../../core/message.ts';
import type { Kind } from '../../core/option.ts';
import { rfc3339 } from '../../core/units.ts';
import { bad, good, quoted, textual } from './kind.ts';

const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/i;

/** Epoch milliseconds. A day means its start, empty text undefined. */
export const momentFrom: Kind<number | undefined> = moment(0);

/** A day means its end. */
export const momentUntil: Kind<number | undefined> = moment(1);

function moment(days: 0 | 1): Kind<number | undefined> {
  return textual<number | undefined>({
    type: 'string',
    parse(text) {
      if (text === '') {
        return good(undefined);
      }
      const [whole, year, month, date, hour] = MOMENT.exec(text) ?? [];
      const lastDate = new Date(Number(year), Number(month), 0).getDate();
      if (
        whole === undefined ||
        Number(month) < 1 ||
        Number(month) > 12 ||
        Number(date) < 1 ||
        Number(date) > lastDate
      ) {
        return bad(say('settings.time-written-like-2026-01-31', { quoted: quoted(text) }));
      }
      return good(
        hour === undefined
          ? new Date(Number(year), Number(month) - 1, Number(date) + days).getTime()
          : Date.parse(text.replace(' ', 'T').toUpperCase()),
      );
    },
    print: (at) => (at === undefined ? '' : rfc3339(at)),
  });
}
