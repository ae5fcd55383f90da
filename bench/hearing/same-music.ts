/** Finds files with the same music as another file, or another cut of it, by correlating their waves. */
import { FourierTransform } from '../../src/hearing/fourier.ts';

/** Samples averaged into one. Frequencies below 320 Hz suffice to tell recordings apart. */
const EACH = 17;
/** Averaged samples compared: 202 seconds, padded with silence. */
const LENGTH = 2 ** 17;
/** Agreement of the same music: cuts of one piece reached 0.07 to 0.58, and 400 other pairs at most 0.03. */
const SAME = 0.06;
/** Files compared at once. By chance, all of them together agree less than `SAME`. */
const TOGETHER = 16;
const FOURIER = new FourierTransform(LENGTH);

/** Phase of each frequency, as a point on the unit circle. */
interface Phases {
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

interface Known extends Phases {
  readonly file: string;
}

export interface SameMusic {
  readonly file: string;
  /** Earlier file with the same music. */
  readonly as: string;
}

/** Returns files with the music of an earlier file, judged by their first 202 seconds. */
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

/** Peak of the phase correlation over all shifts in time, 0 to 1. */
function agreement(one: Phases, others: readonly Phases[]): number {
  const real = new Float64Array(LENGTH);
  const imaginary = new Float64Array(LENGTH);
  for (const other of others) {
    for (let n = 0; n < LENGTH / 2; n += 1) {
      const [re, im] = [one.real[n] ?? 0, one.imaginary[n] ?? 0];
      const [otherRe, otherIm] = [other.real[n] ?? 0, other.imaginary[n] ?? 0];
      const at = FOURIER.order[n] ?? 0;
      real[at] = (real[at] ?? 0) + re * otherRe + im * otherIm;
      imaginary[at] = (imaginary[at] ?? 0) + re * otherIm - im * otherRe;
    }
  }
  FOURIER.apply(real, imaginary);
  let most = 0;
  for (let n = 0; n < LENGTH; n += 1) {
    most = Math.max(most, (real[n] ?? 0) ** 2 + (imaginary[n] ?? 0) ** 2);
  }
  return Math.sqrt(most) / (LENGTH / 2);
}

function phasesOf(sound: Float32Array): Phases {
  const real = new Float64Array(LENGTH);
  const imaginary = new Float64Array(LENGTH);
  const length = Math.min(LENGTH, Math.floor(sound.length / EACH) - 1);
  for (let n = 0; n < length; n += 1) {
    let sum = 0;
    for (let at = n * EACH; at < (n + 2) * EACH; at += 1) {
      sum += sound[at] ?? 0;
    }
    real[FOURIER.order[n] ?? 0] = sum;
  }
  FOURIER.apply(real, imaginary);
  for (let n = 0; n < LENGTH / 2; n += 1) {
    const size = Math.hypot(real[n] ?? 0, imaginary[n] ?? 0);
    real[n] = size > 0 ? (real[n] ?? 0) / size : 0;
    imaginary[n] = size > 0 ? (imaginary[n] ?? 0) / size : 0;
  }
  const ofHalf = (numbers: Float64Array): Float32Array => Float32Array.from(numbers.subarray(0, LENGTH / 2));
  return { real: ofHalf(real), imaginary: ofHalf(imaginary) };
}
