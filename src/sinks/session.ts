/** Keeps every set in a database, for `deckcast export` and the API. */
import type { SinkPart } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import { defineOptions, UserPath } from '../core/option.ts';
import { filePath } from '../settings/kinds.ts';

export const sessionOptions = defineOptions('Sinks', {
  'session.filename': {
    kind: filePath,
    default: new UserPath('data', 'sessions.db'),
    help: 'session database; empty disables it',
    more: (path) => ['wal', 'shm', 'journal'].map((part) => `${path}-${part}`),
    without: 'the set is not kept, and nothing can be exported after it',
  },
});

export const sessionSink: SinkPart<typeof sessionOptions> = {
  name: 'session',
  options: sessionOptions,
  card: {
    title: 'Stored sets',
    about: 'Every set with its times, for the tracklist afterward. On unless you empty the name of the file.',
    settings: {
      group: 'Files',
      rest: {
        'session.filename': 'File of the stored sets',
      },
    },
    steps: () => [],
  },
  async diagnose({ 'session.filename': path }, { clock }) {
    if (path === '') {
      return [];
    }
    const { Sessions } = await import('../sets/index.ts');
    const sessions = new Sessions(() => path, clock);
    try {
      await sessions.list(1);
      return [];
    } catch (error) {
      return [
        {
          area: 'files',
          severity: 'fault',
          finding: messageOf(error),
          means: 'earlier sets cannot be exported, and what is played now may not be kept',
          todo: 'name another file with --session.filename, or move this one away',
        },
      ];
    } finally {
      sessions.close();
    }
  },
  create(settings, { sessions, earlierSet, setId }) {
    if (settings['session.filename'] === '') {
      return undefined;
    }
    return {
      kind: 'record',
      publish: (publication) => sessions.store(publication, earlierSet(), setId()),
      close: () => sessions.end(),
    };
  },
};
