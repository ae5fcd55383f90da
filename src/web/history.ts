import type { StoredSessions } from '../core/contracts/set.ts';
import { say } from '../core/message.ts';
import { type SetEntry, withoutRemoved } from '../core/track.ts';
import { rfc3339 } from '../core/units.ts';
import { isReport, isReversed, nothingPlayed, playedBetween } from '../sets/formats/index.ts';
import { momentFrom, momentUntil, signedDuration } from '../settings/kinds.ts';
import type { Handlers } from './endpoints.ts';
import { type ExportHeaders, exportSet, SET_FILE_FORMATS } from './export.ts';
import { historyEntry, type OnAirStore } from './on-air.ts';
import { refuse } from './refuse.ts';
import {
  type HistoryMessage,
  type SessionsMessage,
  WIRE_VERSION,
  type WireHistoryEntry,
} from './wire/events.ts';

/** Stored sessions have at least one track. */
const NO_SESSION = 'there is no such session: /api/v1/sessions lists them';
const NO_FORMAT = `the formats are ${SET_FILE_FORMATS.join(', ')}`;
const NOT_OF_SOME_TIME = '`since` and `until` are for reports';
/** A year of weekends. */
const LISTED = 100;

export interface HistoryDeps extends ExportHeaders {
  readonly onAir: OnAirStore;
  /** Id of the running set. */
  readonly set: () => string;
  /** See `ServerDeps.commandsStored`. */
  readonly commandsStored: () => Promise<boolean>;
  readonly kept: StoredSessions;
}

export function createHistoryHandlers({ onAir, set, kept, commandsStored, ...headers }: HistoryDeps) {
  /** Oldest first, without sets that lack such a play. `recordings`: names of those that are left out. */
  async function setsWith(isMeant: (play: SetEntry) => boolean) {
    const sets: (readonly SetEntry[])[] = [];
    const recordings: string[] = [];
    for (const { id, recording } of (await kept.list(Number.MAX_SAFE_INTEGER)).toReversed()) {
      const set = await kept.entries(id);
      if (!withoutRemoved(set).some(isMeant)) {
        continue;
      }
      if (recording === undefined) {
        sets.push(set);
      } else {
        recordings.push(recording);
      }
    }
    return { sets, recordings };
  }

  return {
    'GET /history': async (context) => {
      const { session, removed: wanted } = context.req.query();
      const answer = (
        tracks: readonly WireHistoryEntry[],
        removed: readonly WireHistoryEntry[],
        ofSet: Pick<HistoryMessage, 'set'> = {},
      ) => {
        const message: HistoryMessage = {
          v: WIRE_VERSION,
          ...ofSet,
          tracks,
          ...(wanted !== undefined && { removed }),
        };
        return context.json(message);
      };
      if (session === undefined) {
        return answer(onAir.history, onAir.removedHistory, { set: set() });
      }
      const entries = await kept.entries(Number(session));
      const listed = (all: readonly SetEntry[]) =>
        all.map((entry) => historyEntry(`${session}-${entry.position}`, entry));
      return entries.length === 0
        ? refuse(context, 404, NO_SESSION)
        : answer(listed(withoutRemoved(entries)), listed(entries.filter(({ removed }) => removed)));
    },
    'GET /history/:format': async (context) => {
      const format = context.req.param('format') ?? '';
      const { session, since = '', until = '', file: recording = '', offset = '0' } = context.req.query();
      if (since !== '' || until !== '') {
        const [from, to] = [await momentFrom.parse(since), await momentUntil.parse(until)];
        if (!from.ok) {
          return refuse(context, 400, from.problem);
        }
        if (!to.ok) {
          return refuse(context, 400, to.problem);
        }
        if (isReversed(from.value, to.value)) {
          return refuse(context, 400, say('web.days-reversed'));
        }
        if (!isReport(format)) {
          return refuse(context, 400, NOT_OF_SOME_TIME);
        }
        const days = { since: from.value, until: to.value };
        const { sets, recordings } = await setsWith(playedBetween(from.value, to.value));
        if (sets.length === 0) {
          return refuse(context, 404, nothingPlayed(recordings));
        }
        const one = { sets, days, recording, recordings, offsetMs: 0 };
        return exportSet(one, format, headers) ?? refuse(context, 404, NO_FORMAT);
      }
      const begins = await signedDuration.parse(offset);
      if (!begins.ok) {
        return refuse(context, 400, begins.problem);
      }
      const entries = session === undefined ? onAir.set : await kept.entries(Number(session));
      if (session !== undefined && withoutRemoved(entries).length === 0) {
        return refuse(context, 404, NO_SESSION);
      }
      const one = { sets: [entries], recording, offsetMs: begins.value };
      const file = exportSet(one, format, headers);
      return file ?? refuse(context, 404, NO_FORMAT);
    },
    'GET /sessions': async (context) => {
      // A page asks as soon as a new set has begun.
      await commandsStored();
      const sessions = (await kept.list(LISTED))
        .filter((session) => session.startedAt !== onAir.startedAt)
        .map(({ id, startedAt: at, ...about }) => ({ session: id, startedAt: rfc3339(at), ...about }));
      return context.json({ v: WIRE_VERSION, sessions } satisfies SessionsMessage);
    },
  } satisfies Partial<Handlers>;
}
