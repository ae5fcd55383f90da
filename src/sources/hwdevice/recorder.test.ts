import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { PRIME_4 } from '../../../test/support/device.ts';
import { memoryDisk } from '../../../test/support/disk.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { keptLog } from '../../../test/support/log.ts';
import { nodeDisk } from '../../app/disk/node-disk.js';
import { readRecordingLine } from '../../core/recording.ts';
import { StagelinqError } from '../../stagelinq/index.ts';
import { noFiles } from '../../stagelinq/testing/no-files.ts';
import { Recorder } from './recorder.ts';

const device = PRIME_4;

test('lines hold the time since the start, and a device that has no value says null', async () => {
  const clock = fakeClock();
  const disk = memoryDisk();
  const recorder = new Recorder('a.jsonl', { clock, disk, log: keptLog() });
  recorder.open();
  recorder.receiver.found?.(device);
  await clock.advance(1_500);
  recorder.receiver.connected?.(device, noFiles);
  recorder.receiver.services?.(device, new Map([['StateMap', 41_137]]));
  recorder.receiver.state?.(device, '/Engine/Deck1/Play', { type: 1, value: true });
  recorder.receiver.state?.(device, '/Engine/Deck1/Track/TrackUri', { type: null, value: null });
  await recorder.close();
  const lines = Buffer.from(disk.files.get('a.jsonl') ?? '')
    .toString()
    .trimEnd()
    .split('\n')
    .map(readRecordingLine);
  expect(lines).toMatchObject([
    { event: 'start', at: '2026-01-01T20:00:00.000Z' },
    { t: 0, event: 'found', name: 'prime4', software: 'JC11', address: '192.168.1.20', port: 35_043 },
    { t: 1_500, event: 'connected' },
    { t: 1_500, event: 'services', services: [{ name: 'StateMap', port: 41_137 }] },
    { t: 1_500, event: 'state', path: '/Engine/Deck1/Play', value: { type: 1, state: true } },
    { t: 1_500, event: 'state', value: null },
  ]);
});

test('a disk that refuses ends the recording with one line, and nothing else', async () => {
  const log = keptLog();
  const disk = { ...memoryDisk(), append: () => Promise.reject(new Error('disk full')) };
  const recorder = new Recorder('a.jsonl', { clock: fakeClock(), disk, log });
  recorder.open();
  for (let line = 0; line < 3; line += 1) {
    recorder.receiver.gone?.(device, new StagelinqError('left', 'the device said good-bye'));
    await recorder.close();
  }
  expect(log.lines).toEqual([
    { level: 'error', message: 'recording stopped', fields: { file: 'a.jsonl', reason: 'disk full' } },
  ]);
});

test('an earlier recording stays, under another name', async () => {
  const path = join(await testFolder(), 'evening.jsonl');
  const log = keptLog();
  await writeFile(path, 'the crash\n');
  const recorder = new Recorder(path, { clock: fakeClock(), disk: nodeDisk, log });
  recorder.open();
  await recorder.close();
  expect(await readFile(String(log.lines[0]?.fields.file), 'utf8')).toBe('the crash\n');
  expect(await readFile(path, 'utf8')).toContain('"start"');
});
