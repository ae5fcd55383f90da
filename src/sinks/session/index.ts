/** Keeps every set in a database, for `deckcast export` and whoever wants to know later. */
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { filePath } from '../../config/kinds.ts';
import { xdgFolder } from '../../config/xdg.ts';
import type { SinkPart } from '../../core/contracts.ts';
import { defineOptions, type Surroundings } from '../../core/option.ts';

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
  async create(settings, tools) {
    const path = settings['session.filename'];
    if (path === '') {
      return undefined;
    }
    const { SessionKeeper } = await import('./keeper.ts');
    const keeper = new SessionKeeper(path, tools);
    return {
      kind: 'record',
      async publish(publication) {
        // The database works on the main thread, for a moment: overlays and files go first.
        await new Promise((resolve) => setImmediate(resolve));
        await keeper.put(publication);
      },
      async close() {
        keeper.close();
      },
    };
  },
};

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
