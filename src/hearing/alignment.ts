/** Finds where in a known piece the current sound is, and at what tempo it plays. */
import { COMPARISON } from './comparison-code.ts';
import { BANDS } from './describe.ts';
import { AROUND, type Bits, type Features, type FeaturesAt } from './features.ts';

/** Compared frames of sound: six seconds. */
export const LOOKED_AT = 128;
/** Pitch changes for which the sound is described. Between two of them no band is off by more than a quarter tone. */
export const PITCHES = [0.86, 0.89, 0.92, 0.95, 0.975, 1, 1.025, 1.05, 1.08, 1.11, 1.14] as const;
export const SAME_PITCH = 5;
const TEMPOS = Array.from({ length: 27 }, (_, n) => 1 + (n - 13) * 0.0125);

export interface Alignment {
  /** Index in `PITCHES`. */
  readonly pitch: number;
  /** Relative to the file: 1 is its speed. */
  readonly tempo: number;
  /** Frame of the piece that is heard now. */
  readonly position: number;
  /** Share of the bits that differ: 0 for the same sound, about 0.5 for any other. */
  readonly difference: number;
}

/** Counts the bits that are set, in pairs, fours and bytes, whose sum ends up in the highest byte. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Searches use every second frame of sound and piece. */
const STEP = 2;
const SEARCHED = LOOKED_AT / STEP;
/** If the newest 16 frames differ in nearly half of their bits, the others are skipped. */
const HOPELESS = Math.floor(16 * BANDS * 0.46);

/** Memory layout of `comparison.wat`, in words. The sound is at 0. */
const OPPOSITE = 64;
const PIECE = 132;
const WORD = 4;
/** Words read beyond the last place. */
const BEYOND = 3;
/** Bytes by which WebAssembly memory grows. */
const PAGE = 65_536;

/** TypeScript declares WebAssembly only for browsers. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** Exports of `comparison.wat`. */
interface Comparison {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  nearest(places: number, hopeless: number, limit: number): readonly [nearest: number, differing: number];
}

export class PlaceSearch {
  readonly #comparison: Comparison;
  readonly #hypotheses: readonly Pick<Alignment, 'pitch' | 'tempo'>[];

  constructor(tempos: readonly number[] = TEMPOS) {
    // A turntable changes the pitch with the tempo; key lock keeps it.
    this.#hypotheses = tempos.flatMap((tempo) => {
      const distances = PITCHES.map((pitch) => Math.abs(pitch - tempo));
      const turntable = distances.indexOf(Math.min(...distances));
      return [...new Set([SAME_PITCH, turntable])].map((pitch) => ({ pitch, tempo }));
    });
    const module = new WebAssembly.Module(Buffer.from(COMPARISON, 'base64'));
    // These are the exports that the source declares.
    this.#comparison = new WebAssembly.Instance(module).exports as Comparison;
  }

  /**
   * Returns the best place for the newest `LOOKED_AT` frames of sound, or undefined if more than `most` of the bits
   * differ everywhere.
   */
  search(recent: (pitch: number) => Bits, { bits, frames }: Bits, most: number): Alignment | undefined {
    const odd = PIECE + Math.ceil(frames / STEP);
    const words = this.#words(odd + Math.ceil(frames / STEP) + BEYOND);
    const wordOf = (frame: number): number => (frame % STEP === 0 ? PIECE : odd) + Math.floor(frame / STEP);
    for (let frame = 0; frame < frames; frame += 1) {
      words[wordOf(frame)] = bits[frame] ?? 0;
    }
    let best: Omit<Alignment, 'difference'> | undefined;
    let limit = Math.floor(most * SEARCHED * BANDS) + 1;
    for (const { pitch, tempo } of this.#hypotheses) {
      const sound = recent(pitch).bits;
      const first = Math.round((SEARCHED - 1) * STEP * tempo);
      for (let n = 0; n < SEARCHED; n += 1) {
        words[n] = sound[sound.length - 1 - n * STEP] ?? 0;
        words[OPPOSITE + n] = wordOf(first - Math.round(n * STEP * tempo)) * WORD;
      }
      const places = Math.ceil((frames - first) / STEP);
      const [nearest, differing] = this.#comparison.nearest(places, HOPELESS, limit);
      if (nearest >= 0) {
        limit = differing;
        best = { pitch, tempo, position: first + nearest * STEP };
      }
    }
    return best && { ...best, difference: limit / (SEARCHED * BANDS) };
  }

  /** Returns the memory, grown to at least so many words. */
  #words(count: number): Uint32Array {
    const { memory } = this.#comparison;
    const missing = count * WORD - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE));
    }
    return new Uint32Array(memory.buffer);
  }
}

/** Frames on either side. Half frames matter: a tempo that made up for one would drift away from the sound. */
const SHIFTS = [0, -0.5, 0.5, -1, 1, -2, 2];
/** Improvement in differing bits required per frame of shift, and per unit of tempo change. */
const SHIFT_COST = 0.0005;
const TEMPO_COST = 1.5;

/** Share of differing bits of the newest `LOOKED_AT` frames of sound, if the piece is at a place. */
type Compare = (sound: Uint32Array, piece: Bits, position: number, tempo: number) => number;

const differenceAt: Compare = (sound, { bits }, position, tempo) => {
  let differing = 0;
  for (let n = 0; n < LOOKED_AT; n += 1) {
    const there = Math.round(position - n * tempo);
    differing += ones((bits[there] ?? 0) ^ (sound[sound.length - 1 - n] ?? 0));
  }
  return differing / (LOOKED_AT * BANDS);
};

/**
 * Share of the bits by which the newest frames of sound differ less from the piece than they would by chance: 0 for any
 * other sound, 0.5 for the same. Where nothing changes, few bits are set, and all music is alike.
 */
export function surplusAt(
  sound: Uint32Array,
  { bits }: Bits,
  { position, tempo }: Pick<Alignment, 'position' | 'tempo'>,
  frames: number,
): number {
  let [heard, known, differing] = [0, 0, 0];
  for (let n = 0; n < frames; n += 1) {
    const there = bits[Math.round(position - n * tempo)] ?? 0;
    const here = sound[sound.length - 1 - n] ?? 0;
    heard += ones(here);
    known += ones(there);
    differing += ones(there ^ here);
  }
  const all = frames * BANDS;
  const byChance = (heard * (all - known) + known * (all - heard)) / (all * all);
  return byChance - differing / all;
}

/**
 * Like `surplusAt`, with the chance of each frame instead of the mean. A beat makes many bands louder at once. So where
 * two beats coincide, many bits are alike although the pieces share no note.
 */
export function surplusBesideBeats(
  sound: Uint32Array,
  { bits }: Bits,
  { position, tempo }: Pick<Alignment, 'position' | 'tempo'>,
  frames: number,
): number {
  let surplus = 0;
  for (let n = 0; n < frames; n += 1) {
    const there = bits[Math.round(position - n * tempo)] ?? 0;
    const here = sound[sound.length - 1 - n] ?? 0;
    const [heard, known] = [ones(here), ones(there)];
    surplus += (heard * (BANDS - known) + known * (BANDS - heard)) / BANDS - ones(there ^ here);
  }
  return surplus / (frames * BANDS);
}

/** Part of the compared frames that has to be within the piece. */
const FEWEST = 0.5;

/**
 * Compares all of the sound, but for what lies before the piece begins, or after its end. For recordings: live, with less
 * sound to compare, other music would resemble a piece sooner.
 */
export const differenceWithin: Compare = (sound, { bits, frames }, position, tempo) => {
  let differing = 0;
  let compared = 0;
  for (let n = 0; n < sound.length; n += 1) {
    const there = Math.round(position - n * tempo);
    if (there >= 0 && there < frames) {
      differing += ones((bits[there] ?? 0) ^ (sound[sound.length - 1 - n] ?? 0));
      compared += 1;
    }
  }
  return compared < FEWEST * sound.length ? 0.5 : differing / (compared * BANDS);
};

/** Tries shifts and tempo changes around an alignment. */
export function refine(
  recent: (pitch: number) => Bits,
  piece: Bits,
  around: Alignment,
  changes: readonly number[],
  compare = differenceAt,
): Alignment {
  const sound = recent(around.pitch).bits;
  let best = around;
  let lowest = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    for (const shift of SHIFTS) {
      const tempo = around.tempo + change;
      const position = around.position + shift;
      const difference = compare(sound, piece, position, tempo);
      // Among nearly equal places, prefer the expected one.
      const cost = difference + Math.abs(shift) * SHIFT_COST + Math.abs(change) * TEMPO_COST;
      if (cost < lowest) {
        lowest = cost;
        best = { pitch: around.pitch, tempo, position, difference };
      }
    }
  }
  return best;
}

/** Frames that `measure` compares: without the newest, whose surroundings are incomplete. */
const MEASURED_FROM = AROUND;
const MEASURED_TO = 76;
/** Frames on either side. */
const MEASURED_SHIFTS = [-2, -1, 0, 1, 2];

/**
 * Measures where an alignment really is, within a tenth of a frame for most music. Returns the position in the middle of
 * the compared frames, and how many frames before the newest one that is. Undefined if no shift fits best.
 */
export function measure(
  recent: FeaturesAt,
  { differences, frames }: Features,
  { pitch, tempo, position }: Alignment,
): { readonly position: number; readonly framesAgo: number } | undefined {
  const sound = recent(pitch);
  const fit = MEASURED_SHIFTS.map((shift) => {
    let apart = 0;
    for (let n = MEASURED_FROM; n < MEASURED_TO; n += 1) {
      const there = position + shift - n * tempo;
      const before = Math.max(0, Math.min(frames - 2, Math.floor(there)));
      const part = there - before;
      const ours = (sound.frames - 1 - n) * BANDS;
      for (let band = 0; band < BANDS; band += 1) {
        const one = differences[before * BANDS + band] ?? 0;
        const next = differences[(before + 1) * BANDS + band] ?? 0;
        apart += (one + part * (next - one) - (sound.differences[ours + band] ?? 0)) ** 2;
      }
    }
    return apart;
  });
  const best = fit.indexOf(Math.min(...fit));
  const [left, middle, right] = [fit[best - 1], fit[best], fit[best + 1]];
  if (left === undefined || middle === undefined || right === undefined || left + right === 2 * middle) {
    return undefined;
  }
  const framesAgo = (MEASURED_FROM + MEASURED_TO - 1) / 2;
  const shift = (MEASURED_SHIFTS[best] ?? 0) + (left - right) / (2 * (left + right - 2 * middle));
  return { position: position + shift - framesAgo * tempo, framesAgo };
}
