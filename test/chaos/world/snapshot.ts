/** What both forms of chaos see of the program from outside. */
import { SessionStore } from '../../../src/sets/store.ts';
import type { SaidThing, StoredLine } from '../evidence.ts';

export const ANSWERS = [
  '/api/v1/now',
  '/api/v1/history',
  ...['csv', 'cue', 'json'].map((format) => `/api/v1/history/${format}`),
  '/api/v1/health',
  '/api/v1/sessions',
];

const MOST_SESSIONS = 1_000;
const MOST_PICTURES = 20;

/** The newest pictures that were announced to browsers: what is hidden since must no longer be served there. */
export function picturesIn(said: readonly SaidThing[]): readonly string[] {
  const found = said
    .filter(({ where }) => where === 'events')
    .flatMap(({ text }) => [...text.matchAll(/"url":"(\/art\/[^"]+)"/g)].map(([, path = '']) => path));
  return [...new Set(found)].slice(-MOST_PICTURES);
}

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
