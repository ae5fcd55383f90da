/** Sound at any rate, made into sound at the rate that everything here works with. Pure. */
import { joined, SAMPLE_RATE } from '../sound.ts';

/** Zero crossings of the low-pass on each side: what is folded back stays 60 dB below. */
const CROSSINGS = 16;
/** Part of the narrower band that passes. */
const PASSED = 0.9;
/** Places between two samples of the input that have a filter of their own; of odd rates the nearest one is taken. */
const MAX_PHASES = 512;

/** Of one stream: what comes in pieces goes on from one to the next. */
export class Resampler {
  readonly #rate: number;
  /** Samples on each side of the one that is made. */
  readonly #reach: number;
  readonly #filters: readonly Float32Array[];
  /** What the next samples are made from. */
  #input: Float32Array;
  /** From a sample of the input to the next one that is made, in parts of `SAMPLE_RATE`. */
  #part = 0;

  /** `rate`: samples a second of what comes, a whole number. */
  constructor(rate: number) {
    const cutoff = (PASSED * Math.min(rate, SAMPLE_RATE)) / rate;
    this.#rate = rate;
    this.#reach = Math.ceil(CROSSINGS / cutoff);
    this.#filters = rate === SAMPLE_RATE ? [] : filtersFor(rate, cutoff, this.#reach);
    this.#input = new Float32Array(this.#reach - 1);
  }

  /** The samples that this piece completes. */
  push(piece: Float32Array): Float32Array {
    if (this.#filters.length === 0) {
      return piece;
    }
    const input = joined([this.#input, piece]);
    const made = new Float32Array(Math.ceil((input.length * SAMPLE_RATE) / this.#rate) + 1);
    let count = 0;
    let first = 0;
    for (; first + 2 * this.#reach <= input.length; count += 1) {
      made[count] = this.#sampleFrom(input, first);
      this.#part += this.#rate;
      first += Math.floor(this.#part / SAMPLE_RATE);
      this.#part %= SAMPLE_RATE;
    }
    this.#input = input.slice(first);
    return made.slice(0, count);
  }

  /** `first`: the first sample of the input that it is made from. */
  #sampleFrom(input: Float32Array, first: number): number {
    const phase = Math.round((this.#part / SAMPLE_RATE) * this.#filters.length);
    const next = phase === this.#filters.length;
    const filter = this.#filters[next ? 0 : phase] ?? NO_FILTER;
    const from = next ? first + 1 : first;
    let sum = 0;
    for (let tap = 0; tap < filter.length; tap += 1) {
      sum += (filter[tap] ?? 0) * (input[from + tap] ?? 0);
    }
    return sum;
  }
}

const NO_FILTER = new Float32Array(0);

/** A low-pass (windowed sinc, Blackman) for each place between two samples. */
function filtersFor(rate: number, cutoff: number, reach: number): readonly Float32Array[] {
  const phases = Math.min(MAX_PHASES, SAMPLE_RATE / greatestCommonDivisor(rate, SAMPLE_RATE));
  return Array.from({ length: phases }, (_, phase) => {
    const taps = new Float32Array(2 * reach);
    for (let tap = 0; tap < taps.length; tap += 1) {
      const distance = tap - (reach - 1) - phase / phases;
      taps[tap] = cutoff * sinc(cutoff * distance) * blackman(distance / reach);
    }
    const sum = taps.reduce((all, tap) => all + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** `at`: -1 to 1 from end to end. */
function blackman(at: number): number {
  return Math.abs(at) > 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * at) + 0.08 * Math.cos(2 * Math.PI * at);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
