import { describe, expect, test } from 'vitest';
import { track } from '../../../test/support/tracks.ts';
import type { SetEntry } from '../../core/track.ts';
import { offsetIn } from './offset.ts';

const MINUTE = 60_000;

/** Entry of a set: the file's own time runs with the set's, from two minutes before the entry on. */
function entry(position: number, title: string, isFileKnown: boolean): SetEntry {
  const elapsedMs = (position - 1) * 4 * MINUTE;
  const anchor = { path: `/${title}.mp3`, atMs: elapsedMs + MINUTE, positionMs: 3 * MINUTE, tempo: 1 };
  return {
    playId: title,
    position,
    hidden: false,
    track: track({ artist: 'Ada', title }),
    source: 'hwdevice',
    at: elapsedMs,
    elapsedMs,
    ...(isFileKnown && { heard: { firstMs: elapsedMs, lastMs: elapsedMs, sureness: 1, anchor } }),
  };
}

/** Entry of a recording that begins at `offsetMs` of the set. `lateMs`: delay of the times that the set noted. */
function heard(title: string, position: number, offsetMs: number, lateMs = 0) {
  const fromMs = Math.max(0, (position - 1) * 4 * MINUTE - offsetMs - lateMs);
  const atMs = fromMs + MINUTE;
  return {
    path: `/${title}.mp3`,
    track: track({ artist: 'Ada', title }),
    fromMs,
    toMs: fromMs + 4 * MINUTE,
    firstMs: fromMs,
    lastMs: fromMs,
    sureness: 1,
    anchor: { atMs, positionMs: 2 * MINUTE + (atMs + offsetMs - (position - 1) * 4 * MINUTE), tempo: 1 },
  };
}

const known = [entry(1, 'Blue', true), entry(2, 'Red', true), entry(3, 'Green', true)];
const unknown = [entry(1, 'Blue', false), entry(2, 'Red', false), entry(3, 'Green', false)];

describe('the beginning of a recording in its set', () => {
  test.each([
    ['later', 90_300],
    ['earlier', -12_400],
  ])('is exact if the set knows its files and the recording began %s', (_, offsetMs) => {
    const recording = [heard('Blue', 1, offsetMs), heard('Red', 2, offsetMs)];
    expect(offsetIn(known, recording)).toEqual({ offsetMs, tracks: 2 });
  });

  test('is found by one long track whose file is known', () => {
    expect(offsetIn(known, [heard('Green', 3, 500_000)])).toEqual({ offsetMs: 500_000, tracks: 1 });
  });

  test('is not changed by a track that was played again elsewhere', () => {
    const recording = [heard('Blue', 1, 10_000), heard('Red', 2, 10_000), heard('Green', 3, 77_000)];
    expect(offsetIn(known, recording)?.offsetMs).toBe(10_000);
  });

  test('is found by two changes if no file is known', () => {
    const recording = [
      heard('Blue', 1, 30_000),
      heard('Red', 2, 30_000, 2_000),
      heard('Green', 3, 30_000, 3_000),
    ];
    const { offsetMs = 0, tracks } = offsetIn(unknown, recording) ?? {};
    expect(tracks).toBe(2);
    expect(Math.abs(offsetMs - 32_500)).toBeLessThanOrEqual(1_000);
  });

  test('is unknown for another set, or with one change alone', () => {
    expect(offsetIn(known, [heard('Gold', 1, 0), heard('Pink', 2, 0)])).toBeUndefined();
    expect(offsetIn(unknown, [heard('Blue', 1, 0), heard('Red', 2, 0)])).toBeUndefined();
  });
});
