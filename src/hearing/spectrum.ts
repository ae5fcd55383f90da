import { FourierTransform } from './fourier.ts';

/** Samples per spectrum: 93 ms. */
export const WINDOW = 1_024;
/** Frequencies per spectrum, from 0 to half the sample rate. */
export const BINS = WINDOW / 2 + 1;

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
);
const FOURIER = new FourierTransform(WINDOW);

export class Spectrum {
  readonly #real = new Float64Array(WINDOW);
  readonly #imaginary = new Float64Array(WINDOW);
  readonly #power = new Float64Array(BINS);

  /** Power by frequency of `WINDOW` samples from `start`; valid until the next call. */
  of(samples: Float32Array, start: number): Float64Array {
    const real = this.#real;
    const imaginary = this.#imaginary.fill(0);
    for (let n = 0; n < WINDOW; n += 1) {
      real[FOURIER.order[n] ?? 0] = (samples[start + n] ?? 0) * (HANN[n] ?? 0);
    }
    FOURIER.apply(real, imaginary);
    for (let k = 0; k < BINS; k += 1) {
      this.#power[k] = (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2;
    }
    return this.#power;
  }
}
