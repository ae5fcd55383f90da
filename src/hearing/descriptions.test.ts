import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { madeMusic, waveFile } from '../../test/support/music.ts';
import { systemClock } from '../host/clock.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { Descriptions } from './descriptions.ts';

const MINUTE_MS = 60_000;
const FILE = waveFile(madeMusic(1, 65));

/** Describes a file of a little over a minute, with a clock that advances at each reading. */
async function restsWhere(laterMs: number): Promise<readonly number[]> {
  const folder = await testFolder();
  const path = join(folder, 'track.wav');
  await writeFile(path, FILE);
  const rests: number[] = [];
  let looks = 0;
  const clock = {
    ...systemClock,
    monotonic: () => {
      looks += 1;
      return looks * laterMs;
    },
    sleep: async (ms: number) => void rests.push(ms),
  };
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const script = new URL('../../dist/describe-process.js', import.meta.url);
  const options = { folder, clock, disk: nodeDisk, closing: closing.signal, script };
  await new Descriptions(options).of(path, () => true);
  return rests;
}

test('passes on the beginning of a file before the rest is read', async () => {
  const folder = await testFolder();
  const path = join(folder, 'track.wav');
  await writeFile(path, FILE);
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const script = new URL('../../dist/describe-process.js', import.meta.url);
  const options = { folder, clock: systemClock, disk: nodeDisk, closing: closing.signal, script };
  const beginnings: Uint8Array[] = [];
  const whole = await new Descriptions(options).of(
    path,
    () => true,
    (parts) => beginnings.push(Buffer.concat(parts)),
  );
  expect(beginnings.map(({ length }) => length / whole.length)).toEqual([
    expect.closeTo(30 / 65, 1),
    expect.closeTo(60 / 65, 1),
  ]);
  for (const beginning of beginnings) {
    expect(Buffer.compare(beginning, whole.subarray(0, beginning.length))).toBe(0);
  }
});

test('pauses between parts for the time it worked, not for the time it waited for the processor', async () => {
  expect(new Set(await restsWhere(1))).toEqual(new Set([1]));

  const rests = await restsWhere(MINUTE_MS);
  expect(rests.length).toBeGreaterThan(1);
  expect(Math.min(...rests)).toBeGreaterThan(0);
  expect(Math.max(...rests)).toBeLessThan(MINUTE_MS / 2);
});
