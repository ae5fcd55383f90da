/** `GET /api/v1/now.txt`: a line for chat bots and clips. */

import type { AirTimes } from '../core/air-times.ts';
import { fillTemplate } from '../core/template.ts';
import type { Clock } from '../core/tools.ts';
import { namesToTell } from '../sets/formats/index.ts';
import { duration } from '../settings/kinds.ts';
import type { Handlers } from './endpoints.ts';
import { refuse } from './refuse.ts';

const DEFAULT_FORMAT = '$ARTIST$ - $SONG$';
/** Chat messages are shorter. */
const LONGEST_FORMAT = 500;

export function createNowTextHandler(air: AirTimes, clock: Clock) {
  return {
    'GET /now.txt': async (context) => {
      const format = context.req.query('format') ?? DEFAULT_FORMAT;
      const ago = await duration.parse(context.req.query('ago') ?? '0s');
      if (!ago.ok) {
        return refuse(context, 400, `"ago": ${ago.problem}`);
      }
      if (format.length > LONGEST_FORMAT) {
        return refuse(context, 400, `"format" has more than ${LONGEST_FORMAT} characters`);
      }
      const publication = air.at(clock.monotonic() - ago.value);
      return context.text(
        publication === undefined ? '' : fillTemplate(format, publication, namesToTell(publication)),
      );
    },
  } satisfies Partial<Handlers>;
}
