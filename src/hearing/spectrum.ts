/** The power spectrum of a short stretch of sound. */

/** Samples of one spectrum: 93 ms at 11,025 samples a second. */
export const WINDOW = 1_024;
/** Frequencies of one spectrum, from 0 to half the sample rate. */
export const BINS = WINDOW / 2 + 1;

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
);
const COSINES = Float64Array.from({ length: WINDOW / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / WINDOW));
const SINES = Float64Array.from({ length: WINDOW / 2 }, (_, n) => -Math.sin((2 * Math.PI * n) / WINDOW));
const BITS = Math.log2(WINDOW);
const REVERSED = Uint16Array.from({ length: WINDOW }, (_, n) => {
  let reversed = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    reversed |= ((n >> bit) & 1) << (BITS - 1 - bit);
  }
  return reversed;
});

/** Computes spectra one after another, in memory of its own. */
export class Spectrum {
  readonly #real = new Float64Array(WINDOW);
  readonly #imaginary = new Float64Array(WINDOW);
  readonly #power = new Float64Array(BINS);

  /** The power at each frequency of `WINDOW` samples from `start`; valid until the next call. */
  of(samples: Float32Array, start: number): Float64Array {
    const real = this.#real;
    const imaginary = this.#imaginary.fill(0);
    for (let n = 0; n < WINDOW; n += 1) {
      real[REVERSED[n] ?? 0] = (samples[start + n] ?? 0) * (HANN[n] ?? 0);
    }
    for (let half = 1; half < WINDOW; half *= 2) {
      const step = WINDOW / 2 / half;
      for (let block = 0; block < WINDOW; block += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const even = block + k;
          const odd = even + half;
          const cosine = COSINES[k * step] ?? 0;
          const sine = SINES[k * step] ?? 0;
          const re = (real[odd] ?? 0) * cosine - (imaginary[odd] ?? 0) * sine;
          const im = (real[odd] ?? 0) * sine + (imaginary[odd] ?? 0) * cosine;
          real[odd] = (real[even] ?? 0) - re;
          imaginary[odd] = (imaginary[even] ?? 0) - im;
          real[even] = (real[even] ?? 0) + re;
          imaginary[even] = (imaginary[even] ?? 0) + im;
        }
      }
    }
    for (let k = 0; k < BINS; k += 1) {
      this.#power[k] = (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2;
    }
    return this.#power;
  }
}
