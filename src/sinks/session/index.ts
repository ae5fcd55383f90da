/** Keeps every set in a database, for `deckcast export` and whoever wants to know later. */
import { homedir } from 'node:os';
import { dirname, posix, win32 } from 'node:path';
import { filePath } from '../../config/kinds.ts';
import { xdgFolder } from '../../config/xdg.ts';
import type { SinkPart } from '../../core/contracts.ts';
import { codeOf, messageOf, UpstreamError } from '../../core/errors.ts';
import { defineOptions, type Surroundings } from '../../core/option.ts';
import type { SessionStore } from './store.ts';

export const sessionOptions = defineOptions({
  'session.filename': {
    kind: filePath,
    default: defaultPath,
    help: 'database that keeps every session; empty keeps none',
    group: 'Sinks',
  },
});

export const sessionSink: SinkPart<typeof sessionOptions> = {
  name: 'session',
  options: sessionOptions,
  async create(settings, { disk }) {
    const path = settings['session.filename'];
    if (path === '') {
      return undefined;
    }
    const { SessionStore } = await import('./store.ts');
    let store: SessionStore | undefined;
    let session: number | undefined;

    return {
      kind: 'record',
      async publish(publication) {
        // The database works on the main thread, for a moment: overlays and files go first.
        await new Promise((resolve) => setImmediate(resolve));
        try {
          if (store === undefined) {
            await disk.makeFolder(dirname(path));
            store = new SessionStore(path);
          }
          // The first track begins the session: a run without tracks leaves nothing behind.
          session ??= store.begin(publication.at);
          store.put(session, publication);
          await store.persist();
        } catch (error) {
          if (codeOf(error) === 'ENOENT') {
            // Somebody removed the file; what comes next goes into a new one.
            store?.close();
            store = undefined;
            session = undefined;
          }
          throw explained(path, error);
        }
      },
      async close() {
        store?.gather();
        store?.close();
      },
    };
  },
};

function explained(path: string, error: unknown): UpstreamError {
  if (error instanceof UpstreamError) {
    return error;
  }
  return codeOf(error) === 'SQLITE_NOTADB'
    ? new UpstreamError(`${path} is no session database: choose another --session.filename`, 'stop', {
        cause: error,
      })
    : new UpstreamError(`cannot write ${path}: ${messageOf(error)}`, 'retry', { cause: error });
}

/** The user's data directory as each system has it. */
function defaultPath({ platform, env }: Surroundings): string {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), 'deckcast', 'sessions.db');
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'deckcast', 'sessions.db');
    default:
      return posix.join(
        xdgFolder(env, 'XDG_DATA_HOME') ?? posix.join(home, '.local', 'share'),
        'deckcast',
        'sessions.db',
      );
  }
}
