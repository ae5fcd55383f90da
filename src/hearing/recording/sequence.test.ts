import { describe, expect, test } from 'vitest';
import type { Moment } from './evidence.ts';
import { likeliestSequence } from './sequence.ts';

/** So many moments with these tracks, by likeness and part of the sound. */
function moments(
  count: number,
  tracks: Readonly<Record<string, readonly [likeness: number, part: number]>>,
): Moment[] {
  const evidence = Object.entries(tracks).map(([path, [likeness, part]]) => ({
    path,
    likeness,
    part,
    position: 0,
    tempo: 1,
  }));
  return Array.from({ length: count }, () => ({ evidence, isSilent: false }));
}

describe('the likeliest sequence', () => {
  test('changes when the second track becomes the louder one', () => {
    const blend = Array.from({ length: 40 }, (_, n) =>
      moments(1, { a: [0.4, 1 - n / 40], b: [0.4, n / 40] }),
    ).flat();
    const all = [...moments(100, { a: [0.9, 1] }), ...blend, ...moments(100, { b: [0.9, 1] })];
    const [first, second] = likeliestSequence(all);
    expect([first?.path, second?.path]).toEqual(['a', 'b']);
    expect(Math.abs((second?.from ?? 0) - 120)).toBeLessThanOrEqual(1);
  });

  test('stays with a track during a short dip, such as a voice over it', () => {
    const all = [
      ...moments(50, { a: [0.9, 1] }),
      ...moments(10, { a: [0, 0.1] }),
      ...moments(50, { a: [0.9, 1] }),
    ];
    expect(likeliestSequence(all)).toEqual([{ path: 'a', from: 0, to: 110 }]);
  });

  test('names of two versions the one that covers more of the time', () => {
    const both = { short: [0.9, 1], long: [0.88, 1] } as const;
    const all = [...moments(60, both), ...moments(60, { long: [0.88, 1] }), ...moments(60, both)];
    expect(likeliestSequence(all)).toEqual([{ path: 'long', from: 0, to: 180 }]);
  });

  test('is unknown while nothing resembles the sound', () => {
    const all = [...moments(50, { a: [0.9, 1] }), ...moments(80, { a: [0.1, 0.2] }), ...moments(50, {})];
    expect(likeliestSequence(all).map(({ path }) => path)).toEqual(['a', undefined]);
  });
});
