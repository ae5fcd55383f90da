import type { StoredSessions } from '../core/contracts/set.ts';
import { rfc3339 } from '../core/units.ts';
import type { Handlers } from './endpoints.ts';
import { type ExportHeaders, exportSet, SET_FILE_FORMATS } from './export.ts';
import { historyEntry, type OnAirStore } from './on-air.ts';
import { refuse } from './refuse.ts';
import { type HistoryMessage, type SessionsMessage, WIRE_VERSION } from './wire/events.ts';

/** Stored sessions have at least one track. */
const NO_SESSION = 'there is no such session: /api/v1/sessions lists them';
const NO_FORMAT = `the formats are ${SET_FILE_FORMATS.join(', ')}`;
/** A year of weekends. */
const LISTED = 100;

export interface HistoryDeps extends ExportHeaders {
  readonly onAir: OnAirStore;
  readonly kept: StoredSessions;
}

export function createHistoryHandlers({ onAir, kept, ...headers }: HistoryDeps) {
  return {
    'GET /history': async (context) => {
      const session = context.req.query('session');
      if (session === undefined) {
        return context.json({ v: WIRE_VERSION, tracks: onAir.history } satisfies HistoryMessage);
      }
      const entries = await kept.entries(Number(session));
      const tracks = entries.map((entry) => historyEntry(`${session}-${entry.position}`, entry));
      return entries.length === 0
        ? refuse(context, 404, NO_SESSION)
        : context.json({ v: WIRE_VERSION, tracks } satisfies HistoryMessage);
    },
    'GET /history/:format': async (context) => {
      const session = context.req.query('session');
      const set = session === undefined ? onAir.set : await kept.entries(Number(session));
      if (session !== undefined && set.length === 0) {
        return refuse(context, 404, NO_SESSION);
      }
      const file = exportSet(
        set,
        context.req.param('format') ?? '',
        headers,
        context.req.query('file') ?? '',
      );
      return file ?? refuse(context, 404, NO_FORMAT);
    },
    'GET /sessions': async (context) => {
      const sessions = (await kept.list(LISTED))
        .filter((session) => session.startedAt !== onAir.startedAt)
        .map(({ id, startedAt: at, ...about }) => ({ session: id, startedAt: rfc3339(at), ...about }));
      return context.json({ v: WIRE_VERSION, sessions } satisfies SessionsMessage);
    },
  } satisfies Partial<Handlers>;
}
