import { beforeAll, expect, test } from 'vitest';
import { madeMusic } from '../../../test/support/music.ts';
import { PITCHES } from '../alignment.ts';
import { BANDS, Describer, type Description, FRAMES_PER_SECOND } from '../describe.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { traceFurther } from './further.ts';
import { closeGaps } from './gaps.ts';
import { endOf, followedFaintly, type ReadSound, STEP, slowFeaturesOf, type Trace } from './trace.ts';

const MOMENTS_PER_SECOND = FRAMES_PER_SECOND / STEP;
const MUSIC = madeMusic(1, 100);
const NEXT = madeMusic(2, 60);
/** Seconds: the first track jumps back by 30 seconds, and the next one begins. */
const JUMPS = 40;
const CHANGES = 80;
const END = 120;

function described(sound: Float32Array, pitches: readonly number[] = [1]): readonly Description[] {
  const frames = pitches.map((): Uint8Array[] => []);
  new Describer(pitches).push(sound, (pitch, bytes) => frames[pitch]?.push(bytes.slice(0, BANDS)));
  return frames.map((all) => Buffer.concat(all));
}

function readerOf(sound: Float32Array): ReadSound {
  const all = described(sound, PITCHES);
  return (pitch, from, to) => {
    const part = new Uint8Array((to - from) * BANDS);
    const first = Math.max(0, from);
    part.set(
      (all[pitch] ?? part).subarray(first * BANDS, Math.max(first, to) * BANDS),
      (first - from) * BANDS,
    );
    return part;
  };
}

function momentAt(seconds: number): number {
  return Math.round(seconds * MOMENTS_PER_SECOND);
}

let sound: ReadSound;
let first: Description;
let next: Description;

beforeAll(() => {
  const recording = new Float32Array(END * SAMPLE_RATE);
  recording.set(MUSIC.subarray(50 * SAMPLE_RATE, (50 + JUMPS) * SAMPLE_RATE));
  recording.set(MUSIC.subarray(20 * SAMPLE_RATE, 60 * SAMPLE_RATE), JUMPS * SAMPLE_RATE);
  recording.set(NEXT.subarray(0, (END - CHANGES) * SAMPLE_RATE), CHANGES * SAMPLE_RATE);
  sound = readerOf(recording);
  [first = new Uint8Array()] = described(MUSIC);
  [next = new Uint8Array()] = described(NEXT);
});

/** `from` and `to`: seconds of the recording. `begins`: second of the recording at which the file begins. */
function traced(path: string, description: Description, [from, to, begins]: readonly number[]): Trace {
  const middle = momentAt(((from ?? 0) + (to ?? 0)) / 2);
  const position = (middle / MOMENTS_PER_SECOND - (begins ?? 0) + 6) * FRAMES_PER_SECOND;
  const anchor = { pitch: PITCHES.indexOf(1), tempo: 1, position, difference: 0 };
  const piece = slowFeaturesOf(description);
  const whole = followedFaintly(middle, anchor, { path, piece, sound, moments: momentAt(END) });
  const [start, end] = [momentAt(from ?? 0) - whole.from, momentAt(to ?? 0) - whole.from];
  return {
    ...whole,
    from: whole.from + start,
    positions: whole.positions.slice(start, end),
    tempos: whole.tempos.slice(start, end),
    differences: whole.differences.slice(start, end),
  };
}

test('finds where a track played before it jumped', () => {
  const known = traced('1', first, [CHANGES - 38, CHANGES, JUMPS - 20]);
  const isHeard = (moment: number): boolean => known.from <= moment;
  const found = traceFurther(known, -1, slowFeaturesOf(first), { sound, moments: momentAt(END), isHeard });
  const middle = momentAt(JUMPS / 2);
  const place = (found?.positions[middle - found.from] ?? 0) / FRAMES_PER_SECOND;
  // Positions are three seconds after the moment.
  expect(Math.abs(place - (50 + JUMPS / 2 + 3))).toBeLessThan(0.5);
  expect(found === undefined ? 0 : endOf(found) - found.from).toBeGreaterThan(momentAt(0.8 * JUMPS));
});

test('finds nothing in other music, nor beside another trace', () => {
  const known = traced('1', first, [CHANGES - 38, CHANGES, JUMPS - 20]);
  const recording = { sound, moments: momentAt(END), isHeard: () => false };
  expect(traceFurther(known, 1, slowFeaturesOf(first), recording)).toBeUndefined();
  const heard = { ...recording, isHeard: () => true };
  expect(traceFurther(known, -1, slowFeaturesOf(first), heard)).toBeUndefined();
});

test('divides a gap where the one track ends and the other begins', () => {
  const before = traced('1', first, [CHANGES - 38, CHANGES - 12, JUMPS - 20]);
  const after = traced('2', next, [CHANGES + 8, END - 5, CHANGES]);
  const description = (path: string): Description => (path === '1' ? first : next);
  const [one, other] = closeGaps([before, after], description, sound);
  expect(Math.abs((one === undefined ? 0 : endOf(one)) - momentAt(CHANGES))).toBeLessThanOrEqual(4);
  expect(other?.from).toBe(one && endOf(one));
  const unlike = closeGaps([before, { ...after, path: '1' }], description, sound);
  expect(unlike).toEqual([before, { ...after, path: '1' }]);
});
