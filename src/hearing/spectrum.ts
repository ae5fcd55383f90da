import { FourierTransform } from './fourier.ts';

/** Samples per spectrum: 93 ms. */
export const WINDOW = 1_024;
/** Frequencies per spectrum, from 0 to half the sample rate. */
export const BINS = WINDOW / 2 + 1;

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
);
const HALF = WINDOW / 2;
const FOURIER = new FourierTransform(HALF);
const COSINES = Float64Array.from({ length: BINS }, (_, k) => Math.cos((Math.PI * k) / HALF));
const SINES = Float64Array.from({ length: BINS }, (_, k) => Math.sin((Math.PI * k) / HALF));

/** Transforms even samples as real and odd ones as imaginary parts, which takes half as long. */
export class Spectrum {
  readonly #real = new Float64Array(HALF);
  readonly #imaginary = new Float64Array(HALF);
  readonly #power = new Float64Array(BINS);

  /** Power by frequency of `WINDOW` samples from `start`; valid until the next call. */
  of(samples: Float32Array, start: number): Float64Array {
    const real = this.#real;
    const imaginary = this.#imaginary;
    const { order } = FOURIER;
    for (let n = 0; n < HALF; n += 1) {
      const at = order[n] ?? 0;
      const even = 2 * n;
      real[at] = (samples[start + even] ?? 0) * (HANN[even] ?? 0);
      imaginary[at] = (samples[start + even + 1] ?? 0) * (HANN[even + 1] ?? 0);
    }
    FOURIER.apply(real, imaginary);
    const power = this.#power;
    for (let k = 0; k <= HALF; k += 1) {
      const one = k % HALF;
      const other = (HALF - k) % HALF;
      const evenReal = (real[one] ?? 0) + (real[other] ?? 0);
      const evenImaginary = (imaginary[one] ?? 0) - (imaginary[other] ?? 0);
      const oddReal = (imaginary[one] ?? 0) + (imaginary[other] ?? 0);
      const oddImaginary = (real[other] ?? 0) - (real[one] ?? 0);
      const cosine = COSINES[k] ?? 0;
      const sine = SINES[k] ?? 0;
      const re = evenReal + cosine * oddReal + sine * oddImaginary;
      const im = evenImaginary + cosine * oddImaginary - sine * oddReal;
      power[k] = (re * re + im * im) / 4;
    }
    return power;
  }
}
