import { describe, expect, test } from 'vitest';
import { FRAMES_PER_SECOND } from '../describe.ts';
import type { Moment } from './evidence.ts';
import { STEP } from './trace.ts';
import { tracklistOf } from './tracklist.ts';

const countOf = (seconds: number): number => Math.round((seconds * FRAMES_PER_SECOND) / STEP);

function unknown(seconds: number, isSilent = false): Moment[] {
  return Array.from({ length: countOf(seconds) }, () => ({ evidence: [], isSilent }));
}

/** `position`: seconds of the file at the beginning. */
function track(path: string, seconds: number, position = 0): Moment[] {
  return Array.from({ length: countOf(seconds) }, (_, n) => ({
    evidence: [
      { path, likeness: 0.9, part: 1, position: position + (n * STEP) / FRAMES_PER_SECOND, tempo: 1 },
    ],
    isSilent: false,
  }));
}

function tracklist(...moments: readonly (readonly Moment[])[]) {
  return tracklistOf(moments.flat()).map(
    ({ path, fromMs }) => `${Math.round(fromMs / 1_000)} ${path ?? 'ID'}`,
  );
}

describe('the first entry', () => {
  test.each([
    ['silence', [unknown(60, true)], '60 a'],
    ['short silence', [unknown(7, true)], '7 a'],
    ['a passage too short for an entry', [unknown(15)], '15 a'],
    ['silence and such a passage', [unknown(30, true), unknown(12)], '42 a'],
  ])('begins after %s', (_, before, first) => {
    expect(tracklist(...before, track('a', 60, 4), track('b', 60))).toEqual([
      first,
      expect.stringMatching(/ b$/),
    ]);
  });

  test('is unknown after silence, if its sound is long enough', () => {
    expect(tracklist(unknown(30, true), unknown(40), track('a', 60))).toEqual(['30 ID', '70 a']);
  });

  test.each([
    ['is heard a little later', [unknown(4), track('a', 60, 40)], '0 a'],
    ['has a beginning that is drowned out', [unknown(15), track('a', 60, 15)], '0 a'],
    ['has such a beginning after silence', [unknown(20, true), unknown(15), track('a', 60, 15)], '20 a'],
  ])('begins with the sound if its track %s', (_, moments, first) => {
    expect(tracklist(...moments)).toEqual([first]);
  });
});

test('a silence within a track changes nothing', () => {
  expect(tracklist(track('a', 60), unknown(15, true), track('a', 60, 75), track('b', 60))).toEqual([
    '0 a',
    '135 b',
  ]);
});
