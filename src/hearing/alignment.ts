/** Finds the place of a known piece that is heard at this moment, and how fast it runs. */
import { COMPARISON } from './comparison-code.ts';
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
/** Where the newest 16 frames differ in nearly half of their bits, the others are not looked at. */
const HOPELESS = Math.floor(16 * BANDS * 0.46);

/** What `comparison.wat` has in its memory, in words: the sound begins it. */
const OPPOSITE = 64;
const PIECE = 132;
const WORD = 4;
/** Words that are read beyond the last place. */
const BEYOND = 3;
/** Bytes by which its memory grows. */
const PAGE = 65_536;

/** The part of it that is used here; TypeScript knows it of browsers alone. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** `comparison.wat`. */
interface Comparison {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  nearest(places: number, hopeless: number, limit: number): readonly [nearest: number, differing: number];
}

/** Finds places in pieces, one after another, in memory of its own. */
export class PlaceSearch {
  readonly #comparison: Comparison;

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(COMPARISON, 'base64'));
    // It is what its source says.
    this.#comparison = new WebAssembly.Instance(module).exports as Comparison;
  }

  /** The best place for the newest `LOOKED_AT` frames of the sound; undefined when more than `most` of the bits differ there. */
  search(recent: FeaturesAt, { bits, frames }: Features, most: number): Alignment | undefined {
    const odd = PIECE + Math.ceil(frames / STEP);
    const words = this.#words(odd + Math.ceil(frames / STEP) + BEYOND);
    const wordOf = (frame: number): number => (frame % STEP === 0 ? PIECE : odd) + Math.floor(frame / STEP);
    for (let frame = 0; frame < frames; frame += 1) {
      words[wordOf(frame)] = bits[frame] ?? 0;
    }
    let best: Omit<Alignment, 'difference'> | undefined;
    let limit = Math.floor(most * SEARCHED * BANDS) + 1;
    for (const { pitch, tempo } of HYPOTHESES) {
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

  /** Its memory, of so many words at least. */
  #words(count: number): Uint32Array {
    const { memory } = this.#comparison;
    const missing = count * WORD - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE));
    }
    return new Uint32Array(memory.buffer);
  }
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
