/** The history of this session, and of earlier ones, which only the operator may read. */
import { type Context, Hono } from 'hono';
import type { StoredSessions } from '../core/contracts.ts';
import { rfc3339 } from '../core/units.ts';
import { type HistoryMessage, type SessionsMessage, WIRE_VERSION } from '../wire/events.ts';
import { exportSet, SET_FILE_FORMATS } from './export.ts';
import { historyEntry, type OnAirStore } from './on-air.ts';
import type { OperatorsOnly, Routes } from './operator/index.ts';
import { refuse } from './refuse.ts';

/** A stored session has at least one track. */
const NO_SESSION = 'there is no such session: /api/v1/sessions lists them';
const NO_FORMAT = `the formats are ${SET_FILE_FORMATS.join(', ')}`;
/** A year of weekends. */
const LISTED = 100;

export interface HistoryDeps {
  readonly onAir: OnAirStore;
  readonly kept: StoredSessions;
  readonly operatorsOnly: OperatorsOnly;
}

export function createHistoryRoutes({ onAir, kept, operatorsOnly }: HistoryDeps): Routes {
  const routes: Routes = new Hono();

  routes.on('GET', ['/history', '/history/:format'], (context, next) =>
    sessionOf(context) === undefined ? next() : operatorsOnly(context, next),
  );
  routes.get('/history', async (context) => {
    const session = sessionOf(context);
    if (session === undefined) {
      return context.json({ v: WIRE_VERSION, tracks: onAir.history } satisfies HistoryMessage);
    }
    const entries = await kept.entries(Number(session));
    const tracks = entries.map((entry) => historyEntry(`${session}-${entry.position}`, entry));
    return entries.length === 0
      ? refuse(context, 404, NO_SESSION)
      : context.json({ v: WIRE_VERSION, tracks } satisfies HistoryMessage);
  });
  routes.get('/history/:format', async (context) => {
    const session = sessionOf(context);
    const set = session === undefined ? onAir.set : await kept.entries(Number(session));
    if (session !== undefined && set.length === 0) {
      return refuse(context, 404, NO_SESSION);
    }
    return exportSet(set, context.req.param('format')) ?? refuse(context, 404, NO_FORMAT);
  });
  routes.get('/sessions', operatorsOnly, async (context) => {
    const sessions = (await kept.list(LISTED))
      // The current session is not an earlier one.
      .filter((session) => session.startedAt !== onAir.startedAt)
      .map(({ id, startedAt: at, tracks }) => ({ session: id, startedAt: rfc3339(at), tracks }));
    return context.json({ v: WIRE_VERSION, sessions } satisfies SessionsMessage);
  });
  return routes;
}

/** Absent for this session. */
function sessionOf({ req }: Context): string | undefined {
  return req.query('session');
}
