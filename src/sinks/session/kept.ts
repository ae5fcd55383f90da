/** Reading what earlier runs have kept, while this one goes on. */
import { existsSync } from 'node:fs';
import type { KeptSessions } from '../../core/contracts.ts';
import type { SessionStore } from './store.ts';

/** `path`: the value of `--session.filename`. The file is opened for each question, which takes it a millisecond. */
export function keptSessions(path: string): KeptSessions {
  async function read<Found>(question: (store: SessionStore) => readonly Found[]): Promise<readonly Found[]> {
    if (path === '' || !existsSync(path)) {
      return [];
    }
    const { SessionStore } = await import('./store.ts');
    const store = SessionStore.existing(path);
    if (store === undefined) {
      return [];
    }
    try {
      return question(store);
    } finally {
      store.close();
    }
  }

  return {
    list: (limit) => read((store) => store.sessions(limit)),
    entries: (session) => read((store) => store.entries(session)),
  };
}
