import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { madeMusic, waveFile } from '../../../test/support/music.ts';
import { Scan } from './scan.ts';
import { scanRecording } from './scanner.ts';

/** Describes the recording until so many parts were stored. */
async function describe(path: string, base: string, parts = Number.POSITIVE_INFINITY): Promise<void> {
  const scan = new Scan(base);
  let stored = 0;
  for await (const _ of scanRecording(path, scan, new AbortController().signal)) {
    stored += 1;
    if (stored === parts) {
      break;
    }
  }
  scan.close();
}

/** WAV file that begins with another chunk, which moves where the first run stops. */
function waveAfter(chunk: number, samples: Float32Array): Buffer {
  const wave = Buffer.from(waveFile(samples));
  const junk = Buffer.alloc(chunk);
  if (chunk > 0) {
    junk.write('JUNK');
    junk.writeUInt32LE(chunk - 8, 4);
  }
  return Buffer.concat([wave.subarray(0, 12), junk, wave.subarray(12)]);
}

test.each([
  { stops: 'between two frames', chunk: 0 },
  { stops: 'at a frame for peaks alone', chunk: 512 },
])(
  'a recording described in two runs is described as in one, if the first stops $stops',
  async ({ chunk }) => {
    const folder = await testFolder();
    const path = join(folder, 'set.wav');
    await writeFile(path, waveAfter(chunk, madeMusic(1, 40)));
    const [whole, parted] = [join(folder, 'whole'), join(folder, 'parted')];
    await describe(path, whole);
    await describe(path, parted, 1);
    const first = await readFile(`${parted}.peaks`);
    await describe(path, parted);
    for (const ending of ['frames', 'peaks', 'state']) {
      expect(await readFile(`${parted}.${ending}`)).toEqual(await readFile(`${whole}.${ending}`));
    }
    expect((await readFile(`${parted}.peaks`)).length).toBeGreaterThan(first.length);
  },
);
