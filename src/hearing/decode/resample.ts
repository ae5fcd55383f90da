/** Resamples sound of any rate to `SAMPLE_RATE`. Pure. */
import { joined, SAMPLE_RATE } from '../sound.ts';

/**
 * Zero crossings of the low-pass filter on each side. Aliases stay below -60 dB up to 4.1 kHz; nothing above is compared.
 */
const CROSSINGS = 11;
/** Positions between two input samples that have their own filter. Odd rates use the nearest one. */
const MAX_PHASES = 512;
/** Reach of the filter that halves a high rate. Short, because later filters remove what aliases. */
const HALVING_REACH = 9;

export class Resampler {
  readonly #halvings: readonly Halving[];
  readonly #last: Phases | undefined;

  /** `rate`: samples per second of the input, a whole number. */
  constructor(rate: number) {
    const halvings: Halving[] = [];
    let left = rate;
    for (; left >= 4 * SAMPLE_RATE && left % 2 === 0; left /= 2) {
      halvings.push(new Halving(HALVING_REACH));
    }
    if (left === 2 * SAMPLE_RATE) {
      halvings.push(new Halving(2 * CROSSINGS));
      left = SAMPLE_RATE;
    }
    this.#halvings = halvings;
    this.#last = left === SAMPLE_RATE ? undefined : new Phases(left);
  }

  push(piece: Float32Array): Float32Array {
    const halved = this.#halvings.reduce((samples, halving) => halving.push(samples), piece);
    return this.#last?.push(halved) ?? halved;
  }
}

/** Halves the rate. Every second tap of its filter is zero, and the others are symmetric, so few have to be multiplied. */
class Halving {
  readonly #middle: number;
  /** Taps at the distances 1, 3, 5, … on either side. */
  readonly #taps: Float32Array;
  /** Samples on either side of the middle one. */
  readonly #sides: number;
  #input: Float32Array;

  constructor(reach: number) {
    const taps = Float32Array.from({ length: Math.floor(reach / 2) }, (_, n) => {
      const distance = 2 * n + 1;
      return sinc(distance / 2) * blackman(distance / reach);
    });
    const sum = 1 + 2 * taps.reduce((all, tap) => all + tap, 0);
    this.#middle = 1 / sum;
    this.#taps = taps.map((tap) => tap / sum);
    this.#sides = 2 * taps.length - 1;
    this.#input = new Float32Array(this.#sides);
  }

  push(piece: Float32Array): Float32Array {
    const taps = this.#taps;
    const input = joined([this.#input, piece]);
    const made = new Float32Array(Math.max(0, Math.ceil((input.length - 2 * this.#sides) / 2)));
    for (let n = 0; n < made.length; n += 1) {
      const middle = 2 * n + this.#sides;
      let sum = this.#middle * (input[middle] ?? 0);
      for (let tap = 0; tap < taps.length; tap += 1) {
        const distance = 2 * tap + 1;
        sum += (taps[tap] ?? 0) * ((input[middle - distance] ?? 0) + (input[middle + distance] ?? 0));
      }
      made[n] = sum;
    }
    this.#input = input.slice(2 * made.length);
    return made;
  }
}

/** Takes each sample from between those of the input, with a filter for each position between two. */
class Phases {
  readonly #rate: number;
  /** Input samples needed on each side of an output sample. */
  readonly #reach: number;
  readonly #filters: readonly Float32Array[];
  /** Input that further output needs. */
  #input: Float32Array;
  /** Position of the next output sample after an input sample, in units of 1/`SAMPLE_RATE`. */
  #part = 0;

  constructor(rate: number) {
    const cutoff = Math.min(rate, SAMPLE_RATE) / rate;
    this.#rate = rate;
    this.#reach = Math.ceil(CROSSINGS / cutoff);
    this.#filters = filtersFor(rate, cutoff, this.#reach);
    this.#input = new Float32Array(this.#reach - 1);
  }

  push(piece: Float32Array): Float32Array {
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

  /** `first`: index of the first input sample that it needs. */
  #sampleFrom(input: Float32Array, first: number): number {
    const phase = Math.round((this.#part / SAMPLE_RATE) * this.#filters.length);
    const next = phase === this.#filters.length;
    const filter = this.#filters[next ? 0 : phase] ?? NO_FILTER;
    return convolved(filter, input, next ? first + 1 : first);
  }
}

const NO_FILTER = new Float32Array(0);

/** The filter's length is even. */
function convolved(filter: Float32Array, input: Float32Array, from: number): number {
  // Several sums, because each addition waits for the one before.
  let [one, two, three, four] = [0, 0, 0, 0];
  let tap = 0;
  for (; tap + 3 < filter.length; tap += 4) {
    const at = from + tap;
    one += (filter[tap] ?? 0) * (input[at] ?? 0);
    two += (filter[tap + 1] ?? 0) * (input[at + 1] ?? 0);
    three += (filter[tap + 2] ?? 0) * (input[at + 2] ?? 0);
    four += (filter[tap + 3] ?? 0) * (input[at + 3] ?? 0);
  }
  if (tap < filter.length) {
    one += (filter[tap] ?? 0) * (input[from + tap] ?? 0);
    two += (filter[tap + 1] ?? 0) * (input[from + tap + 1] ?? 0);
  }
  return one + two + three + four;
}

/** Makes a low-pass filter (windowed sinc, Blackman) for each position between two samples. */
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
