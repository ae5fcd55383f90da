/** What both forms of chaos see of the program from outside. */
import { SessionStore } from '../../../src/sinks/session/store.ts';
import type { StoredLine } from '../evidence.ts';

export const ANSWERS = [
  '/api/v1/now',
  '/api/v1/history',
  '/api/v1/history/csv',
  '/api/v1/health',
  '/api/v1/sessions',
];

const MOST_SESSIONS = 1_000;

/** The stored sets, oldest first; none before there is a file. */
export function storedSets(path: string): StoredLine[][] {
  const store = SessionStore.existing(path);
  const sessions = (store?.sessions(MOST_SESSIONS) ?? []).reverse();
  const sets = sessions.map(({ id }) =>
    (store?.entries(id) ?? []).map(({ position, hidden, track, elapsedMs }) => ({
      position,
      hidden,
      artist: track.artist,
      title: track.title,
      elapsedMs,
    })),
  );
  store?.close();
  return sets;
}
