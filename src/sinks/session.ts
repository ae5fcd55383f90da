import type { SinkPart } from '../core/contracts/sink.ts';
import { textOf } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions, UserPath } from '../core/option.ts';
import { filePath } from '../settings/kinds.ts';

export const sessionOptions = defineOptions('Sinks', {
  'session.filename': {
    kind: filePath,
    default: new UserPath('data', 'sessions.db'),
    help: 'session database; empty disables it',
    more: (path) => ['wal', 'shm', 'journal', 'lock'].map((part) => `${path}-${part}`),
    without: say('session.set-not-stored'),
  },
});

export const sessionSink: SinkPart<typeof sessionOptions> = {
  name: 'session',
  options: sessionOptions,
  card: {
    title: 'Stored sets',
    about: say('session.every-set-times-tracklist-afterward-unless'),
    settings: {
      group: 'Files',
      rest: {
        'session.filename': 'File of the stored sets',
      },
    },
    steps: () => [],
  },
  async diagnose({ 'session.filename': path }, { clock, disk }) {
    if (path === '') {
      return [];
    }
    const { Sessions } = await import('../sets/index.ts');
    const sessions = new Sessions(() => path, clock);
    try {
      await sessions.list(1);
      return [];
    } catch (error) {
      // The check of written files names what stands in its way.
      const isNamed = await disk.tryOut(path).then(
        () => false,
        () => true,
      );
      return isNamed
        ? []
        : [
            {
              area: 'files',
              severity: 'fault',
              finding: textOf(error),
              means: say('session.earlier-sets-cannot-exported-played-now'),
              todo: say('session.name-another-file-session-filename-move'),
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
      async publish(publication) {
        await sessions.store(publication, earlierSet(publication), setId(publication));
      },
      close: () => sessions.end(),
    };
  },
};
