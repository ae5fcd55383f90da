import { describe, expect, test } from 'vitest';
import { track } from '../../../test/support/tracks.ts';
import type { SetEntry } from '../../core/track.ts';
import { offsetIn } from './offset.ts';

const MINUTE = 60_000;
/** Without a jump. */
const WHOLE = { fromMs: 0, toMs: 60 * MINUTE };

/** Entry of a set: the file's own time runs with the set's, from two minutes before the entry on. */
function entry(position: number, title: string, isFileKnown: boolean): SetEntry {
  const elapsedMs = (position - 1) * 4 * MINUTE;
  const anchor = {
    path: `/${title}.mp3`,
    atMs: elapsedMs + MINUTE,
    positionMs: 3 * MINUTE,
    tempo: 1,
    ...WHOLE,
  };
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
    anchor: {
      atMs,
      positionMs: 2 * MINUTE + (atMs + offsetMs - (position - 1) * 4 * MINUTE),
      tempo: 1,
      ...WHOLE,
    },
  };
}

const known = [entry(1, 'Blue', true), entry(2, 'Red', true), entry(3, 'Green', true)];
const unknown = [entry(1, 'Blue', false), entry(2, 'Red', false), entry(3, 'Green', false)];

/** Place in the file after a loop of four seconds. */
function loopedIn({ heard: one }: SetEntry) {
  const { anchor = { path: '', atMs: 0, positionMs: 0, tempo: 1 } } = one ?? {};
  return { ...anchor, positionMs: anchor.positionMs - 4_000 };
}

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

  test('is unknown if a loop lies between the only places that are compared', () => {
    const { anchor, ...green } = heard('Green', 3, 500_000);
    const beforeLoop = { ...anchor, atMs: 0, positionMs: anchor.positionMs - anchor.atMs };
    const looped = { ...green, anchor: { ...beforeLoop, fromMs: 0, toMs: 20_000 } };
    const set = known.map((one) => ({
      ...one,
      heard: {
        firstMs: 0,
        lastMs: 0,
        sureness: 1,
        anchor: { ...loopedIn(one), fromMs: 540_000, toMs: 600_000 },
      },
    }));
    expect(offsetIn(set, [looped])).toBeUndefined();
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

  test('is found by two changes to files of a set that was played, whatever their names are', () => {
    const set = unknown.map((one) => ({
      ...one,
      file: `/${one.playId}.mp3`,
      track: track({ title: 'Dub' }),
    }));
    const recording = [heard('Blue', 1, 30_000), heard('Red', 2, 30_000), heard('Green', 3, 30_000)];
    expect(offsetIn(set, recording)).toEqual({ offsetMs: 30_000, tracks: 2 });
  });

  test('is unknown for another set that has one of its tracks', () => {
    const unheard = { ...heard('Blue', 1, 0), path: undefined, track: undefined, anchor: undefined };
    const others = [heard('Red', 2, 0), { ...unheard, fromMs: 480_000, toMs: 800_000 }];
    expect(offsetIn(known, others)).toBeUndefined();
    expect(offsetIn(known, others.slice(0, 1))?.offsetMs).toBe(0);
  });

  test('is unknown for another set, or with one change alone', () => {
    expect(offsetIn(known, [heard('Gold', 1, 0), heard('Pink', 2, 0)])).toBeUndefined();
    expect(offsetIn(unknown, [heard('Blue', 1, 0), heard('Red', 2, 0)])).toBeUndefined();
  });
});
