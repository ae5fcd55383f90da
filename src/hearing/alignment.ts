/** Finds the place of a known piece that is heard at this moment, and how fast it runs. */
import { BANDS } from './describe.ts';
import type { Features, FeaturesAt } from './features.ts';

/** Frames of sound that are compared: six seconds. */
export const LOOKED_AT = 128;
/** Changes of pitch for which the sound is described: between two of them no band is off by more than a quarter of a tone. */
export const PITCHES = [0.86, 0.89, 0.92, 0.95, 0.975, 1, 1.025, 1.05, 1.08, 1.11, 1.14] as const;
export const SAME_PITCH = 5;
/** Tempos that are tried, from -16 to +16 %. */
const TEMPOS = Array.from({ length: 27 }, (_, n) => 1 + (n - 13) * 0.0125);
/** On a turntable pitch and tempo are one; with key lock the pitch stays. */
const HYPOTHESES = TEMPOS.flatMap((tempo) => {
  const distances = PITCHES.map((pitch) => Math.abs(pitch - tempo));
  const turntable = distances.indexOf(Math.min(...distances));
  return [...new Set([SAME_PITCH, turntable])].map((pitch) => ({ pitch, tempo }));
});

/** Where a piece runs. */
export interface Alignment {
  /** Index in `PITCHES`. */
  readonly pitch: number;
  /** 1 is the speed of the file. */
  readonly tempo: number;
  /** The frame of the piece that is heard now. */
  readonly position: number;
  /** Share of the bits that differ: 0 for the same sound, about 0.5 for any other. */
  readonly difference: number;
}

/** How many of the bits are set: counted in pairs, in fours and in bytes, whose sum then lies in the highest. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** A search looks at every second frame, of the sound and of the piece. */
const STEP = 2;
const SEARCHED = LOOKED_AT / STEP;
/** Where the newest frames differ in nearly half of their bits, the others are not looked at. */
const FIRST = 16;
const HOPELESS = FIRST * BANDS * 0.46;

/** The best place for the newest `LOOKED_AT` frames of the sound; undefined when more than `most` of the bits differ there. */
export function search(recent: FeaturesAt, { bits, frames }: Features, most: number): Alignment | undefined {
  let best: Omit<Alignment, 'difference'> | undefined;
  let limit = Math.floor(most * SEARCHED * BANDS) + 1;
  const offsets = new Uint32Array(SEARCHED);
  const wanted = new Uint32Array(SEARCHED);
  for (const { pitch, tempo } of HYPOTHESES) {
    const sound = recent(pitch).bits;
    for (let n = 0; n < SEARCHED; n += 1) {
      offsets[n] = Math.round(n * STEP * tempo);
      wanted[n] = sound[sound.length - 1 - n * STEP] ?? 0;
    }
    for (let position = offsets[SEARCHED - 1] ?? 0; position < frames; position += STEP) {
      let differing = 0;
      let n = 0;
      for (; n < FIRST; n += 1) {
        differing += ones((bits[position - (offsets[n] ?? 0)] ?? 0) ^ (wanted[n] ?? 0));
      }
      if (differing > HOPELESS) {
        continue;
      }
      for (; n < SEARCHED && differing < limit; n += 1) {
        differing += ones((bits[position - (offsets[n] ?? 0)] ?? 0) ^ (wanted[n] ?? 0));
      }
      if (differing < limit) {
        limit = differing;
        best = { pitch, tempo, position };
      }
    }
  }
  return best && { ...best, difference: limit / (SEARCHED * BANDS) };
}

/** Frames on either side. Half of one is among them: a tempo that made up for it would carry the place on, away from the sound. */
const SHIFTS = [0, -0.5, 0.5, -1, 1, -2, 2];
/** Share of the bits that a place has to be better by for each frame, and for a whole change of tempo. */
const SHIFT_COST = 0.0005;
const TEMPO_COST = 1.5;

/** Tries the neighborhood of an alignment: two frames on either side, and these changes of tempo. */
export function refine(
  recent: FeaturesAt,
  { bits }: Features,
  around: Alignment,
  changes: readonly number[],
): Alignment {
  const sound = recent(around.pitch).bits;
  let best = around;
  let lowest = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    for (const shift of SHIFTS) {
      const tempo = around.tempo + change;
      const position = around.position + shift;
      let differing = 0;
      for (let n = 0; n < LOOKED_AT; n += 1) {
        const there = Math.round(position - n * tempo);
        differing += ones((bits[there] ?? 0) ^ (sound[sound.length - 1 - n] ?? 0));
      }
      const difference = differing / (LOOKED_AT * BANDS);
      // Of places that are nearly the same, the one where it was expected.
      const cost = difference + Math.abs(shift) * SHIFT_COST + Math.abs(change) * TEMPO_COST;
      if (cost < lowest) {
        lowest = cost;
        best = { pitch: around.pitch, tempo, position, difference };
      }
    }
  }
  return best;
}
