import { expect, test } from 'vitest';
import { numbersFrom } from '../../test/support/music.ts';
import { BINS, Spectrum, WINDOW } from './spectrum.ts';

test('equals the power of the Fourier transform of the windowed samples', () => {
  const next = numbersFrom(3);
  const samples = Float32Array.from({ length: WINDOW + 7 }, () => 2 * next() - 1);
  const power = new Spectrum().of(samples, 7);
  for (let k = 0; k < BINS; k += 1) {
    let [re, im] = [0, 0];
    for (let n = 0; n < WINDOW; n += 1) {
      const angle = (2 * Math.PI * k * n) / WINDOW;
      const sample = (samples[7 + n] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW));
      re += sample * Math.cos(angle);
      im -= sample * Math.sin(angle);
    }
    expect(power[k]).toBeCloseTo(re * re + im * im, 7);
  }
});
