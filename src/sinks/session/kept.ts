/** Reading what earlier runs have kept, while this one goes on. */
import { existsSync, statSync } from 'node:fs';
import type { KeptSessions } from '../../core/contracts.ts';
import type { SessionStore } from './store.ts';

/**
 * `path`: the value of `--session.filename`. The file is opened at the first question and stays open: the driver
 * lets go of a closed one only when memory is cleaned up.
 */
export function keptSessions(path: string): KeptSessions & { close(): void } {
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
      // Somebody may have replaced the file by another.
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
    close,
  };
}
