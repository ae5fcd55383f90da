/** Reads the sessions of earlier runs, while this one goes on. */
import { existsSync, statSync } from 'node:fs';
import type { EarlierSet, StoredSessions } from '../core/contracts.ts';
import { isRunning } from '../host/is-running.ts';
import { sessionToResume } from './resume.ts';
import type { SessionStore } from './store.ts';

/** How many sessions are considered for continuing: several programs may run side by side. */
const SESSIONS_CONSIDERED = 8;

export interface SessionReader extends StoredSessions {
  /** The set that a run starting at `now` continues. `now`: milliseconds since 1970-01-01 UTC. */
  resumableSet(now: number): Promise<EarlierSet | undefined>;
  close(): void;
}

/**
 * `path`: the value of `--session.filename`. The file is opened at the first call and stays open: the driver releases a
 * closed one only at the next garbage collection. `pid`: number of the program's process.
 */
export function storedSessions(path: string, pid = process.pid): SessionReader {
  let open: { readonly store: SessionStore; readonly file: string } | undefined;

  function close(): void {
    open?.store.close();
    open = undefined;
  }

  async function read<Found>(question: (store: SessionStore) => readonly Found[]): Promise<readonly Found[]> {
    if (path === '' || !existsSync(path)) {
      close();
      return [];
    }
    const { SessionStore } = await import('./store.ts');
    try {
      // The file may have been replaced.
      const { dev, ino } = statSync(path);
      const file = `${dev} ${ino}`;
      if (open?.file !== file) {
        close();
        const store = SessionStore.existing(path);
        open = store && { store, file };
      }
      return open === undefined ? [] : question(open.store);
    } catch (error) {
      close();
      throw error;
    }
  }

  return {
    list: (limit) => read((store) => store.sessions(limit)),
    entries: (session) => read((store) => store.entries(session)),
    async resumableSet(now) {
      const [earlier] = await read((store) => {
        // Our own number may have belonged to another process before.
        const end = sessionToResume(
          store.ends(SESSIONS_CONSIDERED),
          now,
          (other) => other !== pid && isRunning(other),
        );
        return end === undefined
          ? []
          : [{ session: end.id, startedAt: end.startedAt, entries: store.entries(end.id) }];
      });
      return earlier;
    },
    close,
  };
}
