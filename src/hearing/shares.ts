/** Share of the changes in the sound that each piece explains and no other does. */
import { type Alignment, PITCHES } from './alignment.ts';
import { BANDS, BANDS_PER_OCTAVE } from './describe.ts';
import type { Features } from './features.ts';

/** Frames to explain: two and a quarter seconds. */
export const EXPLAINED = 48;
const ROUNDS = 30;
/** Correlation from which two pieces are the same recording. */
const ALIKE = 0.9;

export interface Running {
  readonly features: Features;
  readonly alignment: Alignment;
}

export interface Share {
  /** 0 to 1. */
  readonly share: number;
  /** Index of an earlier piece with the same recording. */
  readonly sameAs: number | undefined;
}

/**
 * Computes the shares over the newest frames. Changes that pieces have in common count for none of them; of pieces with
 * the same recording only the first has a share.
 */
export function sharesOf(recent: Features, pieces: readonly Running[]): readonly Share[] {
  const sound = soundOf(recent);
  const power = product(sound, sound);
  if (power === 0) {
    return pieces.map(() => ({ share: 0, sameAs: undefined }));
  }
  const played = pieces.map(playedBy);
  const among = played.map((one) => played.map((other) => product(one, other)));
  const within = played.map((one) => product(one, sound));
  const isAlike = (one: number, other: number): boolean =>
    at(among, one, other) > ALIKE * Math.sqrt(at(among, one, one) * at(among, other, other));
  const all = pieces.map((_, index) => index);
  const sameAs = all.map((one) => all.slice(0, one).find((earlier) => isAlike(one, earlier)));
  const different = all.filter((one) => sameAs[one] === undefined);
  const whole = explainedBy(different, among, within);
  return all.map((piece) => {
    const others = different.filter((other) => other !== piece);
    const isDifferent = sameAs[piece] === undefined;
    const share = isDifferent ? Math.max(0, whole - explainedBy(others, among, within)) / power : 0;
    return { share, sameAs: sameAs[piece] };
  });
}

/** Newest frame first. */
function soundOf({ frames, differences }: Features): Float32Array {
  const sound = new Float32Array(EXPLAINED * BANDS);
  for (let n = 0; n < EXPLAINED; n += 1) {
    const frame = (frames - 1 - n) * BANDS;
    sound.set(differences.subarray(frame, frame + BANDS), n * BANDS);
  }
  return sound;
}

/** The piece as it plays: bands shifted by the pitch change. */
function playedBy({ features: { frames, differences }, alignment }: Running): Float32Array {
  const { pitch, tempo, position } = alignment;
  const shift = BANDS_PER_OCTAVE * Math.log2(PITCHES[pitch] ?? 1);
  const whole = Math.floor(shift);
  const fraction = shift - whole;
  const played = new Float32Array(EXPLAINED * BANDS);
  for (let n = 0; n < EXPLAINED; n += 1) {
    const frame = Math.round(position - n * tempo);
    if (frame < 0 || frame >= frames) {
      continue;
    }
    const difference = (band: number): number =>
      band >= 0 && band < BANDS ? (differences[frame * BANDS + band] ?? 0) : 0;
    for (let band = 0; band < BANDS; band += 1) {
      played[n * BANDS + band] =
        (1 - fraction) * difference(band - whole) + fraction * difference(band - whole - 1);
    }
  }
  return played;
}

/** Part explained by these pieces together: non-negative least squares. */
function explainedBy(
  which: readonly number[],
  among: readonly (readonly number[])[],
  within: readonly number[],
): number {
  const weights = within.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of which) {
      const rest = which.reduce(
        (left, other) => (other === one ? left : left - at(among, one, other) * (weights[other] ?? 0)),
        within[one] ?? 0,
      );
      const own = at(among, one, one);
      weights[one] = own > 0 ? Math.max(0, rest / own) : 0;
    }
  }
  return which.reduce((sum, one) => sum + (weights[one] ?? 0) * (within[one] ?? 0), 0);
}

function at(table: readonly (readonly number[])[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < one.length; n += 1) {
    sum += (one[n] ?? 0) * (other[n] ?? 0);
  }
  return sum;
}
