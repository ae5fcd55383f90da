import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceEvent, Untimed } from '@deckcast/wire-kit/recording';
import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { type MemoryDisk, memoryDisk } from '../../../test/support/disk.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import type { Disk } from '../../core/tools.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { RecordingFile } from './recording-file.ts';

const gone: Untimed<DeviceEvent> = { device: '828beb02da1f4e68a6afb0b167eaf0a2', event: 'gone' };

let clock: FakeClock;
let log: KeptLog;
let disk: MemoryDisk;
/** Next failures of the disk; empty for none. */
let broken: string;

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
  disk = memoryDisk();
  broken = '';
});

function openOn(disk: Disk, path = 'a.jsonl', longest?: number): RecordingFile {
  const recording = new RecordingFile(path, 'hwdevice', { clock, disk, log }, longest);
  recording.open();
  return recording;
}

/** Fails temporarily. */
function openOnBreakable(): RecordingFile {
  const unlessBroken =
    <Args extends readonly unknown[], Result>(operation: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      broken === '' ? operation(...args) : Promise.reject(new Error(broken));
  const { setAside, replace, append } = disk;
  return openOn({
    ...disk,
    setAside: unlessBroken(setAside),
    replace: unlessBroken(replace),
    append: unlessBroken(append),
  });
}

const written = (): unknown[] =>
  Buffer.from(disk.files.get('a.jsonl') ?? '')
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const logged = () => log.lines.map(({ level, message }) => `${level} ${message}`);

test('RecordingFile begins with its source, and its lines hold the time since then', async () => {
  const recording = openOn(disk);
  recording.write(gone);
  await clock.advance(1_500);
  recording.write(gone);
  await recording.close();
  expect(written()).toEqual([
    { t: 0, event: 'start', version: 1, source: 'hwdevice', at: '2026-01-01T20:00:00.000Z' },
    { t: 0, ...gone },
    { t: 1_500, ...gone },
  ]);
});

test.each([
  ['from the start', 'the disk is not responding'],
  ['in the middle', ''],
])('RecordingFile retries on a disk that does not answer %s, and loses no line', async (_, first) => {
  broken = first;
  const recording = openOnBreakable();
  await clock.advance(500);
  broken = 'the disk is not responding';
  for (let line = 0; line < 40; line += 1) {
    recording.write(gone);
    await clock.advance(500);
  }
  broken = '';
  await clock.advance(60_000);
  recording.write(gone);
  await recording.close();
  expect(written()).toEqual([
    expect.objectContaining({ event: 'start' }),
    ...Array.from({ length: 40 }, (_, line) => ({ t: 500 + 500 * line, ...gone })),
    { t: 80_500, ...gone },
  ]);
  expect(logged()).toEqual([
    'warn cannot write the recording; retrying',
    'info writing the recording works again',
  ]);
});

test('RecordingFile tries a last time at the end, and reports the loss', async () => {
  const recording = openOnBreakable();
  await clock.advance(0);
  broken = 'disk full';
  recording.write(gone);
  await clock.advance(500);
  recording.write(gone);
  await recording.close();
  expect(logged()).toEqual([
    'warn cannot write the recording; retrying',
    'error end of the recording missing',
  ]);
  expect(log.lines.map(({ fields }) => fields.reason)).toEqual(['disk full', 'disk full']);
});

test('RecordingFile limits the lines that wait for a disk that never answers, and reports the stop', async () => {
  broken = 'the disk is not responding';
  const recording = openOnBreakable();
  await clock.advance(500);
  const long: Untimed<DeviceEvent> = { device: gone.device, event: 'lost', reason: 'x'.repeat(1024 * 1024) };
  for (let line = 0; line < 20; line += 1) {
    recording.write(long);
  }
  expect(logged().at(-1)).toBe('error recording stopped');
  expect(log.lines.at(-1)?.fields).toEqual({ file: 'a.jsonl', reason: 'the disk is not responding' });
  await recording.close();
});

test('RecordingFile warns at the end about a disk that does not answer', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const recording = openOn({
    ...disk,
    append: (path, text) => answered.then(() => disk.append(path, text)),
  });
  recording.write(gone);
  const closing = recording.close();
  await clock.advance(500);
  expect(logged()).toEqual(['warn disk is slow; the end of the recording may be missing']);
  answer();
  await closing;
  expect(written()).toHaveLength(2);
});

test('RecordingFile stops at the longest size with one message, and keeps the earlier lines', async () => {
  const recording = openOn(disk, 'a.jsonl', 3 * (JSON.stringify({ t: 0, ...gone }).length + 1));
  for (let line = 0; line < 5; line += 1) {
    recording.write(gone);
  }
  await recording.close();
  expect(written()).toHaveLength(1 + 3);
  expect(logged()).toEqual(['error recording stopped']);
});

test('RecordingFile moves an earlier recording aside', async () => {
  const path = join(await testFolder(), 'evening.jsonl');
  await writeFile(path, 'the crash\n');
  await openOn(nodeDisk, path).close();
  expect(await readFile(String(log.lines[0]?.fields.file), 'utf8')).toBe('the crash\n');
  expect(await readFile(path, 'utf8')).toContain('"start"');
});
