import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { type MemoryDisk, memoryDisk } from '../../test/support/disk.ts';
import { testFolder } from '../../test/support/folder.ts';
import { keptLog } from '../../test/support/log.ts';
import { nodeDisk } from '../app/disk/node-disk.js';
import type { DeviceEvent, Untimed } from '../core/recording.ts';
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

test('a disk that refuses ends the recording with one line, and nothing else', async () => {
  const log = keptLog();
  const disk = { ...memoryDisk(), append: () => Promise.reject(new Error('disk full')) };
  const recording = new RecordingFile('a.jsonl', 'hwdevice', { clock: fakeClock(), disk, log });
  recording.open();
  for (let line = 0; line < 3; line += 1) {
    recording.write(gone);
    await recording.close();
  }
  expect(log.lines).toEqual([
    { level: 'error', message: 'recording stopped', fields: { file: 'a.jsonl', reason: 'disk full' } },
  ]);
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
