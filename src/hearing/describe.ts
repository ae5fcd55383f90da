/** Description of a piece: loudness in narrow bands over time. Enough to recognize it, but no sound. */
import { joined, SAMPLE_RATE } from './sound.ts';
import { BINS, Spectrum, WINDOW } from './spectrum.ts';

/** Samples between frames: 46 ms. */
export const HOP = 512;
export const FRAMES_PER_SECOND = SAMPLE_RATE / HOP;

/** Two semitones per band, so that a small pitch error hardly matters. */
const LOWEST_HZ = 180;
export const BANDS_PER_OCTAVE = 6;
export const BANDS = 26;

/** Bytes count half decibels above this floor; anything below is silence. */
const FLOOR_DB = -90;
const STEP_DB = 0.5;
/** Power of a full-scale sine in the middle of its band: the sum of a Hann window's main lobe. */
const FULL_SCALE = WINDOW * WINDOW * (3 / 32);

/** Loudness by frame and band, in half decibels: byte `frame * BANDS + band`. */
export type Description = Uint8Array;

/** Describes sound in pieces, once for each assumed pitch change in `pitches`. */
export class Describer {
  readonly #spectrum = new Spectrum();
  readonly #edges: readonly Uint16Array[];
  readonly #frame = new Uint8Array(BANDS);
  #pending = new Float32Array(0);

  constructor(pitches: readonly number[] = [1]) {
    this.#edges = pitches.map(edgesAt);
  }

  /** Samples since the end of the last frame. */
  get samplesAfterFrame(): number {
    return this.#pending.length - (WINDOW - HOP);
  }

  /** Calls `frame` once per complete frame and pitch. The bytes are valid during the call. */
  push(samples: Float32Array, frame: (pitch: number, bytes: Uint8Array) => void): void {
    const all = joined([this.#pending, samples]);
    let start = 0;
    for (; start + WINDOW <= all.length; start += HOP) {
      this.describe(this.#spectrum.of(all, start), frame);
    }
    this.#pending = all.slice(start);
  }

  /** Describes the next frame, if its spectrum is known. */
  describe(power: Float64Array, frame: (pitch: number, bytes: Uint8Array) => void): void {
    for (const [pitch, edges] of this.#edges.entries()) {
      frame(pitch, bandsOf(power, edges, this.#frame));
    }
  }
}

/** First frequency bin of each band, and the one after the last. */
function edgesAt(pitch: number): Uint16Array {
  return Uint16Array.from({ length: BANDS + 1 }, (_, band) => {
    const hertz = LOWEST_HZ * pitch * 2 ** (band / BANDS_PER_OCTAVE);
    return Math.min(BINS, Math.round((hertz * WINDOW) / SAMPLE_RATE));
  });
}

function bandsOf(power: Float64Array, edges: Uint16Array, bytes: Uint8Array): Uint8Array {
  for (let band = 0; band < BANDS; band += 1) {
    let sum = 0;
    const end = edges[band + 1] ?? 0;
    for (let bin = edges[band] ?? 0; bin < end; bin += 1) {
      sum += power[bin] ?? 0;
    }
    const decibels = 10 * Math.log10(sum / FULL_SCALE + 1e-12);
    bytes[band] = Math.max(0, Math.min(255, Math.round((decibels - FLOOR_DB) / STEP_DB)));
  }
  return bytes;
}
