import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../src/host/clock.ts';
import { openDisk, type ProcessDisk } from '../src/host/disk/index.ts';
import { type Figure, type Measurement, percentile, withFolder } from './measure.ts';

const SAMPLES = 200;
const LINE = 'Nightjar Avenue - Paper Lanterns\n';
/** Between two samples, as little as a busy set would have. */
const REST_MS = 5;

/** What it costs that records survive a power failure, and that the featured file does not wait for it. */
export const records: Measurement = {
  name: 'records',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const disk = openDisk(systemClock);
      try {
        const history = join(folder, 'history.txt');
        const lines = await sampled(() => disk.append(history, LINE, { durable: true }));
        const bare = await sampled(async () => appendAndFlush(join(folder, 'bare.txt')));
        const featured = (): Promise<void> => disk.replace(join(folder, 'featured.txt'), LINE);
        const alone = await sampled(featured);
        const beside = await whileRecording(disk, history, () => sampled(featured));
        return [
          {
            what: `a line of the history down on the medium, median of ${SAMPLES}`,
            unit: 'ms',
            ours: percentile(lines, 0.5),
            against: 'append and fdatasync in one process',
            theirs: percentile(bare, 0.5),
            target: { bound: 'at most', ratio: 5 },
          },
          {
            what: `featured file while records are flushed all the time, median of ${SAMPLES}`,
            unit: 'ms',
            ours: percentile(beside, 0.5),
            against: 'nothing is flushed',
            theirs: percentile(alone, 0.5),
            target: { bound: 'at most', ratio: 2 },
          },
        ];
      } finally {
        disk.close();
      }
    });
  },
};

async function sampled(work: () => Promise<void>): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < SAMPLES; count += 1) {
    const from = performance.now();
    await work();
    samples.push(performance.now() - from);
    await sleep(REST_MS);
  }
  return samples;
}

function appendAndFlush(path: string): void {
  const file = openSync(path, 'a');
  writeSync(file, LINE);
  fdatasyncSync(file);
  closeSync(file);
}

async function whileRecording<Result>(
  disk: ProcessDisk,
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let over = false;
  const recording = (async () => {
    while (!over) {
      await disk.append(path, LINE, { durable: true });
    }
  })();
  const result = await work();
  over = true;
  await recording;
  return result;
}
