import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceEvent, Untimed } from '@deckcast/recording';
import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { type MemoryDisk, memoryDisk } from '../../test/support/disk.ts';
import { testFolder } from '../../test/support/folder.ts';
import { type KeptLog, keptLog } from '../../test/support/log.ts';
import type { Disk } from '../core/tools.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { RecordingFile } from './recording-file.ts';

const gone: Untimed<DeviceEvent> = { device: '828beb02da1f4e68a6afb0b167eaf0a2', event: 'gone' };

const linesOn = (disk: MemoryDisk): unknown[] =>
  Buffer.from(disk.files.get('a.jsonl') ?? '')
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a recording begins with its source, and its lines hold the time since then', async () => {
  const clock = fakeClock();
  const disk = memoryDisk();
  const recording = new RecordingFile('a.jsonl', 'hwdevice', { clock, disk, log: keptLog() });
  recording.open();
  recording.write(gone);
  await clock.advance(1_500);
  recording.write(gone);
  await recording.close();
  expect(linesOn(disk)).toEqual([
    { t: 0, event: 'start', version: 1, source: 'hwdevice', at: '2026-01-01T20:00:00.000Z' },
    { t: 0, ...gone },
    { t: 1_500, ...gone },
  ]);
});

/** A memory disk whose operations fail while `broken` holds a reason. */
function breakableDisk() {
  const disk = memoryDisk();
  const state = { broken: '' };
  const unlessBroken =
    <Args extends readonly unknown[], Result>(operation: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      state.broken === '' ? operation(...args) : Promise.reject(new Error(state.broken));
  const { setAside, replace, append } = disk;
  return Object.assign(state, {
    disk: {
      ...disk,
      setAside: unlessBroken(setAside),
      replace: unlessBroken(replace),
      append: unlessBroken(append),
    },
  });
}

const asTold = (log: KeptLog) => log.lines.map(({ level, message }) => `${level} ${message}`);

test.each(['from the start', 'in the middle'])(
  'a disk that does not answer %s is tried again, and no line is lost',
  async (when) => {
    const [clock, log, breakable] = [fakeClock(), keptLog(), breakableDisk()];
    const { disk } = breakable;
    breakable.broken = when === 'from the start' ? 'the disk does not answer' : '';
    const recording = new RecordingFile('a.jsonl', 'hwdevice', { clock, disk, log });
    recording.open();
    await clock.advance(500);
    breakable.broken = 'the disk does not answer';
    for (let line = 0; line < 40; line += 1) {
      recording.write(gone);
      await clock.advance(500);
    }
    breakable.broken = '';
    await clock.advance(60_000);
    recording.write(gone);
    await recording.close();
    expect(linesOn(disk)).toEqual([
      expect.objectContaining({ event: 'start' }),
      ...Array.from({ length: 40 }, (_, line) => ({ t: 500 + 500 * line, ...gone })),
      { t: 80_500, ...gone },
    ]);
    expect(asTold(log)).toEqual([
      'warn cannot write the recording; its lines are kept and tried again',
      'info the recording is written again',
    ]);
  },
);

test('a disk that still refuses when the program stops is asked once more, and the loss is reported', async () => {
  const [clock, log, breakable] = [fakeClock(), keptLog(), breakableDisk()];
  const recording = new RecordingFile('a.jsonl', 'hwdevice', { clock, disk: breakable.disk, log });
  recording.open();
  await clock.advance(0);
  breakable.broken = 'disk full';
  recording.write(gone);
  await clock.advance(500);
  recording.write(gone);
  await recording.close();
  expect(asTold(log)).toEqual([
    'warn cannot write the recording; its lines are kept and tried again',
    'error the end of the recording is missing',
  ]);
  expect(log.lines.map(({ fields }) => fields.reason)).toEqual(['disk full', 'disk full']);
});

test('what waits for a disk that never answers is bounded, and the end of the recording is reported', async () => {
  const [clock, log, breakable] = [fakeClock(), keptLog(), breakableDisk()];
  breakable.broken = 'the disk does not answer';
  const recording = new RecordingFile('a.jsonl', 'hwdevice', { clock, disk: breakable.disk, log });
  recording.open();
  await clock.advance(500);
  const long: Untimed<DeviceEvent> = { device: gone.device, event: 'lost', reason: 'x'.repeat(1024 * 1024) };
  for (let line = 0; line < 20; line += 1) {
    recording.write(long);
  }
  expect(log.lines.at(-1)).toEqual({
    level: 'error',
    message: 'recording stopped',
    fields: { file: 'a.jsonl', reason: 'the disk does not answer' },
  });
  await recording.close();
});

test('a disk that has not answered when the program is about to end is named', async () => {
  const [clock, log, disk] = [fakeClock(), keptLog(), memoryDisk()];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow: Disk = { ...disk, append: (path, text) => answered.then(() => disk.append(path, text)) };
  const recording = new RecordingFile('a.jsonl', 'hwdevice', { clock, disk: slow, log });
  recording.open();
  recording.write(gone);
  const closing = recording.close();
  await clock.advance(500);
  expect(asTold(log)).toEqual(['warn the disk is slow: the end of the recording may be missing']);
  answer();
  await closing;
  expect(linesOn(disk)).toHaveLength(2);
});

test('a recording that is as long as it may be ends with one line, and holds what came before', async () => {
  const log = keptLog();
  const disk = memoryDisk();
  const oneLine = JSON.stringify({ t: 0, ...gone }).length + 1;
  const tools = { clock: fakeClock(), disk, log };
  const recording = new RecordingFile('a.jsonl', 'hwdevice', tools, 3 * oneLine);
  recording.open();
  for (let line = 0; line < 5; line += 1) {
    recording.write(gone);
  }
  await recording.close();
  expect(linesOn(disk)).toHaveLength(1 + 3);
  expect(log.lines).toEqual([
    {
      level: 'error',
      message: 'recording stopped',
      fields: { file: 'a.jsonl', reason: 'the file is as long as a recording may be' },
    },
  ]);
});

test('an earlier recording stays, under another name', async () => {
  const path = join(await testFolder(), 'evening.jsonl');
  const log = keptLog();
  await writeFile(path, 'the crash\n');
  const recording = new RecordingFile(path, 'hwdevice', { clock: fakeClock(), disk: nodeDisk, log });
  recording.open();
  await recording.close();
  expect(await readFile(String(log.lines[0]?.fields.file), 'utf8')).toBe('the crash\n');
  expect(await readFile(path, 'utf8')).toContain('"start"');
});
