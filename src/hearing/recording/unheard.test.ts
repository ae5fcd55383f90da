import { beforeAll, describe, expect, test } from 'vitest';
import { atSpeed, madeMusic, numbersFrom } from '../../../test/support/music.ts';
import { PITCHES } from '../alignment.ts';
import { contourOf } from '../collection/contours.ts';
import { BANDS, Describer, type Description, FRAMES_PER_SECOND } from '../describe.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { type ReadSound, STEP, trace } from './trace.ts';
import { ContourSearch } from './unheard.ts';

const SECONDS = 90;
const TEMPO = 1.05;
/** Reverberation time. */
const RT60 = 1.2;

/** Describes the sound at each pitch. */
function described(sound: Float32Array, pitches: readonly number[]): readonly Description[] {
  const frames = pitches.map((): Uint8Array[] => []);
  new Describer(pitches).push(sound, (pitch, bytes) => frames[pitch]?.push(bytes.slice(0, BANDS)));
  return frames.map((all) => Buffer.concat(all));
}

/** Direct sound, dozens of echoes that are louder together, and noise as of a crowd. */
function inRoom(sound: Float32Array): Float32Array {
  const next = numbersFrom(3);
  const heard = sound.slice();
  for (let echo = 0; echo < 60; echo += 1) {
    const delay = Math.floor(RT60 * SAMPLE_RATE * next());
    const gain = (next() < 0.5 ? -0.6 : 0.6) * 10 ** ((-3 * delay) / (RT60 * SAMPLE_RATE));
    for (let at = delay; at < heard.length; at += 1) {
      heard[at] = (heard[at] ?? 0) + gain * (sound[at - delay] ?? 0);
    }
  }
  return heard.map((sample) => sample + 0.1 * (next() - 0.5));
}

describe('music in a room', () => {
  const pieces = new Map([1, 2, 3, 4].map((seed) => [`${seed}`, madeMusic(seed, SECONDS + 10)] as const));
  let library: ReadonlyMap<string, Description>;
  const descriptionOf = (path: string): Description => library.get(path) ?? new Uint8Array();
  const contours = () => [...library].map(([path, one]) => [path, contourOf(one)] as const);
  const soundOf = (sound: Float32Array): ReadSound => {
    const all = described(sound, PITCHES);
    return (pitch, from, to) => {
      const part = new Uint8Array((to - from) * BANDS);
      const whole = all[pitch] ?? new Uint8Array();
      const first = Math.max(0, from);
      part.set(whole.subarray(first * BANDS, Math.max(first, to) * BANDS), (first - from) * BANDS);
      return part;
    };
  };
  let room: ReadSound;
  let foreign: ReadSound;

  beforeAll(() => {
    library = new Map([...pieces].map(([path, one]) => [path, described(one, [1])[0] ?? new Uint8Array()]));
    room = soundOf(inRoom(atSpeed(pieces.get('3') ?? new Float32Array(), TEMPO)));
    foreign = soundOf(inRoom(madeMusic(9, SECONDS)));
  });

  test('is found by its contour, at its place and tempo', () => {
    const middle = Math.round(50 * FRAMES_PER_SECOND);
    const [line, ...others] = new ContourSearch().search(middle, room, contours());
    const [anchor] = line?.anchors ?? [];
    expect([line?.path, others]).toEqual(['3', []]);
    expect(anchor?.tempo).toBeCloseTo(TEMPO, 1);
    expect(Math.abs((anchor?.offset ?? 0) - (anchor?.at ?? 0) * TEMPO)).toBeLessThan(0.5);
  });

  test('is followed to its ends', () => {
    const middle = Math.round(50 * FRAMES_PER_SECOND);
    const [line] = new ContourSearch().search(middle, room, contours());
    const moments = Math.floor((85 * FRAMES_PER_SECOND) / STEP);
    const found = trace(line?.anchors ?? [], descriptionOf('3'), room, moments);
    expect((found?.from ?? 99) / moments).toBeLessThan(0.1);
    expect((found?.positions.length ?? 0) / moments).toBeGreaterThan(0.85);
  });

  test('is not found if it is not in the library', () => {
    for (const seconds of [30, 60]) {
      const middle = Math.round(seconds * FRAMES_PER_SECOND);
      expect(new ContourSearch().search(middle, foreign, contours())).toEqual([]);
    }
  });
});
