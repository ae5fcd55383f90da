import { beforeEach, describe, expect, test } from 'vitest';
import { numbersFrom } from '../../../test/support/music.ts';
import type { BeatGrid } from '../../core/contracts/beat.ts';
import { FileBeats } from './index.ts';

const PATH = '/music/one.mp3';
/** 120 beats a minute, then 150 from the tenth second on. */
const GRID: BeatGrid = [
  { ms: 250, beat: 0, bpm: 120 },
  { ms: 10_250, beat: 20, bpm: 150 },
];

let read: string[];
let beats: FileBeats;
let now: number;

beforeEach(() => {
  read = [];
  now = 50_000;
  beats = new FileBeats(async (path) => {
    read.push(path);
    return path === PATH ? GRID : undefined;
  });
});

/** Measured positions four times a second, each some milliseconds off. */
async function hear(path: string, fromMs: number, seconds: number, speed = 1): Promise<void> {
  const next = numbersFrom(3);
  for (let ms = 0; ms < seconds * 1_000; ms += 250) {
    const error = 16 * (next() - 0.5);
    beats.update(new Map([[path, { ms: fromMs + (ms - 2_000) * speed + error, agoMs: 2_000 }]]), now);
    await Promise.resolve();
    now += 250;
  }
  now -= 250;
}

describe('the beat of a file that is heard', () => {
  test('follows from its grid and its averaged position', async () => {
    beats.follow(() => undefined);
    await hear(PATH, 2_000, 7);
    // 8.75 s of the file have passed.
    expect(beats.at(PATH, now)?.beat).toBeCloseTo(17, 1);
    expect(beats.at(PATH, now)?.bpm).toBeCloseTo(120, 0);
    expect(beats.at(PATH, now + 1_900)?.beat).toBeCloseTo(21, 1);
    expect(beats.at(PATH, now + 1_900)?.bpm).toBeCloseTo(150, 0);
    expect(Math.abs((beats.at(PATH, now)?.positionMs ?? 0) - 8_750)).toBeLessThan(8);
  });

  test('follows a new tempo and a jump within three seconds', async () => {
    beats.follow(() => undefined);
    await hear(PATH, 20_000, 10);
    await hear(PATH, 30_000, 3, 1.06);
    const expected = 30_000 + 2_750 * 1.06;
    expect(Math.abs((beats.at(PATH, now)?.positionMs ?? 0) - expected)).toBeLessThan(25);
    await hear(PATH, 100_000, 3, 1.06);
    expect(Math.abs((beats.at(PATH, now)?.positionMs ?? 0) - 100_000 - 2_750 * 1.06)).toBeLessThan(25);
  });

  test('ends four seconds after the file was last heard', async () => {
    beats.follow(() => undefined);
    await hear(PATH, 0, 5);
    expect(beats.at(PATH, now + 1_900)).toBeDefined();
    expect(beats.at(PATH, now + 2_100)).toBeUndefined();
  });

  test('is unknown without a grid', async () => {
    beats.follow(() => undefined);
    await hear('/music/two.mp3', 0, 5);
    expect(beats.at('/music/two.mp3', now)).toBeUndefined();
  });

  test('is computed only while it is followed', async () => {
    await hear(PATH, 0, 5);
    expect(read).toEqual([]);
    let changes = 0;
    const stop = beats.follow(() => {
      changes += 1;
    });
    await hear(PATH, 5_000, 5);
    expect(read).toEqual([PATH]);
    expect(changes).toBe(20);
    stop();
    expect(beats.at(PATH, now)).toBeUndefined();
  });
});
