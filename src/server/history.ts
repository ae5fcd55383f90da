/** The session's list, and those of earlier sessions, which only the operator may read. */
import { type Context, Hono } from 'hono';
import type { KeptSessions } from '../core/contracts.ts';
import type { SetEntry } from '../core/track.ts';
import { rfc3339 } from '../core/units.ts';
import { type HistoryMessage, type SessionsMessage, WIRE_VERSION } from '../wire/events.ts';
import { exportSet } from './export.ts';
import { historyEntry, type OnAir } from './on-air.ts';
import type { OperatorsOnly, Routes } from './operator/index.ts';
import { notFound } from './pages.ts';

/** A year of weekends. */
const LISTED = 100;

export interface HistoryDeps {
  readonly onAir: OnAir;
  readonly kept: KeptSessions;
  readonly operatorsOnly: OperatorsOnly;
}

export function createHistoryRoutes({ onAir, kept, operatorsOnly }: HistoryDeps): Routes {
  const routes: Routes = new Hono();

  routes.on('GET', ['/history', '/history/:format'], (context, next) =>
    sessionOf(context) === undefined ? next() : operatorsOnly(context, next),
  );
  routes.get('/history', async (context) => {
    const session = sessionOf(context);
    const tracks =
      session === undefined
        ? onAir.history
        : (await kept.entries(Number(session))).map((entry) =>
            historyEntry(`${session}-${entry.position}`, entry),
          );
    return context.json({ v: WIRE_VERSION, tracks } satisfies HistoryMessage);
  });
  routes.get('/history/:format', async (context) => {
    const session = sessionOf(context);
    const set: readonly SetEntry[] = session === undefined ? onAir.set : await kept.entries(Number(session));
    return exportSet(set, context.req.param('format')) ?? notFound();
  });
  routes.get('/sessions', operatorsOnly, async (context) => {
    const sessions = (await kept.list(LISTED))
      // The one that is under way is no earlier one.
      .filter((session) => session.startedAt !== onAir.startedAt)
      .map(({ id, startedAt: at, tracks }) => ({ session: id, startedAt: rfc3339(at), tracks }));
    return context.json({ v: WIRE_VERSION, sessions } satisfies SessionsMessage);
  });
  return routes;
}

/** Absent: this one. */
function sessionOf({ req }: Context): string | undefined {
  return req.query('session');
}
