import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsOf } from '../../test/support/settings.ts';
import { sinkTools } from '../../test/support/sink.ts';
import { startOptions } from '../operator/options.ts';
import { createRecordings } from './recordings.ts';

test('begin refuses a path whose folder it does not know, with an example for this computer', () => {
  const settings = settingsOf(startOptions, {
    'hear.library': ['/music'],
    'session.filename': '/sessions.db',
  });
  const sessions = { entries: async () => [], correct: async () => undefined };
  const recordings = createRecordings(settings, sinkTools(), sessions);
  const example = join(homedir(), 'Music', 'set.mp3');
  expect(String(recordings.begin('set.mp3'))).toBe(`type the whole path of the file, such as ${example}`);
  expect(recordings.state().step).toBe('none');
});
