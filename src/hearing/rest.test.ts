import { expect, test } from 'vitest';
import { madeMusic, mixed } from '../../test/support/music.ts';
import { type Alignment, LOOKED_AT, PITCHES, PlaceSearch, SAME_PITCH } from './alignment.ts';
import { BANDS, Describer, type Description } from './describe.ts';
import { AROUND, type FeaturesAt, featuresOf } from './features.ts';
import { restOf } from './rest.ts';
import { SAMPLE_RATE } from './sound.ts';

const SECONDS = 14;
const [one, two] = [madeMusic(1, SECONDS + 2), madeMusic(2, SECONDS + 2)];

function describedAt(sound: Float32Array, pitches: readonly number[]): readonly Description[] {
  const frames = pitches.map((): number[] => []);
  new Describer(pitches).push(sound, (pitch, bytes) => frames[pitch]?.push(...bytes));
  return frames.map((bytes) => Uint8Array.from(bytes));
}

/** Finds the second piece in the sound, and in the rest without the first. */
function searched(sound: Float32Array, first?: Alignment): Alignment | undefined {
  const descriptions = describedAt(sound.subarray(0, SECONDS * SAMPLE_RATE), PITCHES);
  const [known = new Uint8Array(0)] = describedAt(one, [1]);
  const [piece = new Uint8Array(0)] = describedAt(two, [1]);
  const recent: FeaturesAt = (pitch) => {
    const newest = (descriptions[pitch] ?? new Uint8Array(0)).slice(-(LOOKED_AT + AROUND) * BANDS);
    const { bits, differences } = featuresOf(first ? restOf(newest, pitch, known, first) : newest);
    return {
      frames: LOOKED_AT,
      bits: bits.subarray(AROUND),
      differences: differences.subarray(AROUND * BANDS),
    };
  };
  return new PlaceSearch().search(recent, featuresOf(piece), 0.5);
}

const LAST = Math.floor((SECONDS * SAMPLE_RATE - 1_024) / 512);

test('a quieter piece stands out in the rest of the sound without a louder one', () => {
  const sound = mixed([one, () => 0.8], [two, () => 0.4]);
  const first = { pitch: SAME_PITCH, tempo: 1, position: LAST, difference: 0.2 };
  const inRest = searched(sound, first);
  expect(Math.abs((inRest?.position ?? 0) - LAST)).toBeLessThan(3);
  expect(inRest?.difference).toBeLessThan((searched(sound)?.difference ?? 0) - 0.05);
});

test('a piece that the sound lacks takes hardly anything out', () => {
  const [sound = new Uint8Array(0)] = describedAt(two, [1]);
  const silent = new Uint8Array(sound.length);
  const place = { pitch: SAME_PITCH, tempo: 1, position: sound.length / BANDS - 1, difference: 0.2 };
  expect(restOf(silent, SAME_PITCH, sound, place)).toEqual(silent);
});
