/** Which files have the same music as another one, or another cut of it: the waves of a tenth of both are the same. */

/** Samples of which one is made: what is below 320 Hz tells one recording from all others. */
const EACH = 17;
/** Samples that are compared then: 202 seconds. What is shorter is followed by silence. */
const LENGTH = 2 ** 17;
/** The agreement from which on it is the same music: cuts of one came to 0.07 to 0.58, and of 400 other pairs none to more than 0.03. */
const SAME = 0.06;
/** Files with which another one is compared at once: chance agrees with all of them together less than that. */
const TOGETHER = 16;

/** What the music of a file is known by: the phase of each frequency, as a point on the unit circle. */
interface Phases {
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

interface Known extends Phases {
  readonly file: string;
}

export interface SameMusic {
  readonly file: string;
  /** The one before it. */
  readonly as: string;
}

/** Those with the music of a file before them. Only their first `LENGTH` samples count. */
export function sameMusicIn(
  files: readonly string[],
  soundOf: (file: string) => Float32Array,
): readonly SameMusic[] {
  const known: Known[] = [];
  return files.flatMap((file) => {
    const phases = phasesOf(soundOf(file));
    for (let at = 0; at < known.length; at += TOGETHER) {
      const same = sameAmong(known.slice(at, at + TOGETHER), phases);
      if (same !== undefined) {
        return [{ file, as: same.file }];
      }
    }
    known.push({ file, ...phases });
    return [];
  });
}

function sameAmong(known: readonly Known[], phases: Phases): Known | undefined {
  if (known.length === 0 || agreement(phases, known) < SAME) {
    return undefined;
  }
  const half = known.length / 2;
  return known.length === 1
    ? known[0]
    : (sameAmong(known.slice(0, half), phases) ?? sameAmong(known.slice(half), phases));
}

/** 0 to 1: the highest peak of the correlation of what has these phases, over all shifts in time. */
function agreement(one: Phases, others: readonly Phases[]): number {
  const real = new Float32Array(LENGTH);
  const imaginary = new Float32Array(LENGTH);
  for (const other of others) {
    for (let n = 0; n < LENGTH / 2; n += 1) {
      const [re, im] = [one.real[n] ?? 0, one.imaginary[n] ?? 0];
      const [otherRe, otherIm] = [other.real[n] ?? 0, other.imaginary[n] ?? 0];
      real[n] = (real[n] ?? 0) + re * otherRe + im * otherIm;
      imaginary[n] = (imaginary[n] ?? 0) + re * otherIm - im * otherRe;
    }
  }
  transform(real, imaginary);
  let most = 0;
  for (let n = 0; n < LENGTH; n += 1) {
    most = Math.max(most, (real[n] ?? 0) ** 2 + (imaginary[n] ?? 0) ** 2);
  }
  return Math.sqrt(most) / (LENGTH / 2);
}

function phasesOf(sound: Float32Array): Phases {
  const real = new Float32Array(LENGTH);
  const imaginary = new Float32Array(LENGTH);
  const length = Math.min(LENGTH, Math.floor(sound.length / EACH) - 1);
  for (let n = 0; n < length; n += 1) {
    let sum = 0;
    for (let at = n * EACH; at < (n + 2) * EACH; at += 1) {
      sum += sound[at] ?? 0;
    }
    real[n] = sum;
  }
  transform(real, imaginary);
  for (let n = 0; n < LENGTH / 2; n += 1) {
    const size = Math.hypot(real[n] ?? 0, imaginary[n] ?? 0);
    real[n] = size > 0 ? (real[n] ?? 0) / size : 0;
    imaginary[n] = size > 0 ? (imaginary[n] ?? 0) / size : 0;
  }
  return { real: real.slice(0, LENGTH / 2), imaginary: imaginary.slice(0, LENGTH / 2) };
}

const COSINES = Float32Array.from({ length: LENGTH / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / LENGTH));
const SINES = Float32Array.from({ length: LENGTH / 2 }, (_, n) => -Math.sin((2 * Math.PI * n) / LENGTH));

/** Fourier's, in place. */
function transform(real: Float32Array, imaginary: Float32Array): void {
  swap(real, imaginary);
  for (let half = 1; half < LENGTH; half *= 2) {
    const step = LENGTH / 2 / half;
    for (let block = 0; block < LENGTH; block += 2 * half) {
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
}

/** Brings both into the order in which their numbers, read backward in bits, count up. */
function swap(real: Float32Array, imaginary: Float32Array): void {
  for (let n = 1, reversed = 0; n < LENGTH; n += 1) {
    let bit = LENGTH / 2;
    for (; (reversed & bit) !== 0; bit /= 2) {
      reversed ^= bit;
    }
    reversed |= bit;
    if (n < reversed) {
      [real[n], real[reversed]] = [real[reversed] ?? 0, real[n] ?? 0];
      [imaginary[n], imaginary[reversed]] = [imaginary[reversed] ?? 0, imaginary[n] ?? 0];
    }
  }
}
