import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '../sound.ts';
import { Resampler } from './resample.ts';

const RATES = [8_000, 11_025, 22_050, 32_000, 44_100, 44_099, 48_000, 96_000, 192_000];

/** One second of a tone, in pieces of different lengths. */
function* tone(rate: number, hertz: number): Generator<Float32Array> {
  const lengths = [1, 1_152, 7, 4_096, 333];
  for (let start = 0, turn = 0; start < rate; turn += 1) {
    const length = Math.min(lengths[turn % lengths.length] ?? 1, rate - start);
    const from = start;
    yield Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * hertz * (from + at)) / rate));
    start += length;
  }
}

function resampled(rate: number, hertz: number): Float32Array {
  const resampler = new Resampler(rate);
  const pieces = [...tone(rate, hertz)].map((piece) => resampler.push(piece));
  return Float32Array.from(pieces.flatMap((piece) => [...piece]));
}

/** Without the ends, where the filter reads silence. */
function middleOf(samples: Float32Array): Float32Array {
  return samples.subarray(200, samples.length - 200);
}

test.each(RATES)('keeps pitch and phase of a tone at %d samples per second', (rate) => {
  const samples = resampled(rate, 1_000);
  expect(Math.abs(samples.length - SAMPLE_RATE)).toBeLessThan(40);
  const wrong = middleOf(samples).map((sample, at) =>
    Math.abs(sample - Math.sin((2 * Math.PI * 1_000 * (at + 200)) / SAMPLE_RATE)),
  );
  expect(Math.max(...wrong)).toBeLessThan(0.01);
});

test.each(RATES.filter((rate) => rate > 16_000))(
  'removes frequencies above the band without aliases, at %d samples per second',
  (rate) => {
    const loudest = Math.max(...middleOf(resampled(rate, 7_000)).map(Math.abs));
    expect(20 * Math.log10(loudest)).toBeLessThan(-60);
  },
);
