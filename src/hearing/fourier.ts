/** Discrete Fourier transform of `size` complex numbers; a power of two. */
export class FourierTransform {
  /** Position of input `n` before the transform. */
  readonly order: Uint32Array;
  readonly #size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;

  constructor(size: number) {
    const bits = Math.log2(size);
    this.#size = size;
    this.order = Uint32Array.from({ length: size }, (_, n) => reversed(n, bits));
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / size));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, n) => -Math.sin((2 * Math.PI * n) / size));
  }

  /** Transforms in place, from inputs in `order` to frequencies from 0. */
  apply(real: Float64Array, imaginary: Float64Array): void {
    const size = this.#size;
    const cosines = this.#cosines;
    const sines = this.#sines;
    for (let half = 1; half < size; half *= 2) {
      const step = size / 2 / half;
      for (let block = 0; block < size; block += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const even = block + k;
          const odd = even + half;
          const cosine = cosines[k * step] ?? 0;
          const sine = sines[k * step] ?? 0;
          const re = (real[odd] ?? 0) * cosine - (imaginary[odd] ?? 0) * sine;
          const im = (real[odd] ?? 0) * sine + (imaginary[odd] ?? 0) * cosine;
          real[odd] = (real[even] ?? 0) - re;
          imaginary[odd] = (imaginary[even] ?? 0) - im;
          real[even] = (real[even] ?? 0) + re;
          imaginary[even] = (imaginary[even] ?? 0) + im;
        }
      }
    }
  }
}

function reversed(n: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    result |= ((n >> bit) & 1) << (bits - 1 - bit);
  }
  return result;
}
