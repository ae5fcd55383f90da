import { expect, test } from 'vitest';
import { memoryDisk } from '../../test/support/disk.ts';
import { keptLog } from '../../test/support/log.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { startOptions } from '../desk/options.ts';
import { systemClock } from '../host/clock.ts';
import { sourceParts } from './index.ts';

test('each source that records says before a set whether it can', async () => {
  const recording = sourceParts.filter(({ name }) => `${name}.record` in startOptions);
  const settings = settingsOf(startOptions, {
    'hwdevice.library': '',
    ...Object.fromEntries(recording.map(({ name }) => [`${name}.record`, `${name}.jsonl`])),
  });
  const tools = {
    clock: systemClock,
    disk: memoryDisk(),
    log: keptLog(),
    fetch,
    userAgent: 'deckcast/test',
    chosen: true,
    // So that each looks at nothing else.
    running: true,
    listenMs: 0,
    licensed: true,
  };
  const found = await Promise.all(
    recording.map((part) => part.diagnose?.(settings, tools, new AbortController().signal)),
  );
  expect(found.map((findings) => findings?.map(({ finding }) => finding))).toEqual(
    recording.map(({ name }) => [`${name}.jsonl can be written (--${name}.record)`]),
  );
  expect(recording.map(({ name }) => name)).toEqual(['hwdevice', 'prodjlink']);
});
