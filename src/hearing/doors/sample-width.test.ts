import { describe, expect, test } from 'vitest';
import { madeMusic, numbersFrom } from '../../../test/support/music.ts';
import { SampleWidth } from './sample-width.ts';

const MUSIC = madeMusic(1, 13);
const next = numbersFrom(5);
const NOISE = Float32Array.from(MUSIC, () => next() - 0.5);

const limited = (sample: number): number => Math.max(-1, Math.min(1, sample));
const sixteen = (sound: Float32Array) =>
  Buffer.from(Int16Array.from(sound, (sample) => Math.round(32_767 * limited(sample))).buffer);
const unsigned = (sound: Float32Array) =>
  Buffer.from(Uint8Array.from(sound, (sample) => 128 + Math.round(127 * limited(sample))));
const signed = (sound: Float32Array) =>
  Buffer.from(Int8Array.from(sound, (sample) => Math.round(127 * limited(sample))).buffer);
/** 16-bit samples converted from 8-bit ones. */
const widened = (sound: Float32Array) => Buffer.from([...signed(sound)].flatMap((byte) => [0, byte]));
const at = (gain: number, sound = MUSIC) => sound.map((sample) => gain * sample);
const twice = (bytes: Buffer) => Buffer.concat([bytes, bytes, bytes, bytes]);

describe('SampleWidth', () => {
  test.each([
    { what: 'music without a sign', bytes: twice(unsigned(MUSIC)) },
    { what: 'quiet music without a sign', bytes: twice(unsigned(at(0.1))) },
    { what: 'music with a sign', bytes: twice(signed(MUSIC)) },
    { what: 'silence without a sign', bytes: Buffer.alloc(200_000, 128) },
  ])('detects 8-bit samples in $what', ({ bytes }) => {
    const width = new SampleWidth();
    // Pieces may end within a pair.
    for (let from = 0; from < bytes.length; from += 1_001) {
      width.push(bytes.subarray(from, from + 1_001));
    }
    expect(width.isEightBit).toBe(true);
  });

  test.each([
    { what: 'music', bytes: sixteen(MUSIC) },
    { what: 'quiet music', bytes: sixteen(at(0.1)) },
    { what: 'music that is hardly there', bytes: sixteen(at(0.001)) },
    { what: 'noise', bytes: sixteen(NOISE) },
    { what: 'silence', bytes: Buffer.alloc(200_000) },
    { what: 'music that was made from 8 bits', bytes: widened(MUSIC) },
    { what: 'music that is far too loud', bytes: sixteen(at(20)) },
  ])('accepts 16-bit samples of $what', ({ bytes }) => {
    const width = new SampleWidth();
    width.push(bytes);
    expect(width.isEightBit).toBe(false);
  });
});
