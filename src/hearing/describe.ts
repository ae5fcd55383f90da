/** What is kept of a piece of music: how its loudness changes in narrow bands. Enough to know it again, no sound. */
import { joined, SAMPLE_RATE } from './sound.ts';
import { BINS, Spectrum, WINDOW } from './spectrum.ts';

/** Samples from one frame to the next: 46 ms. */
export const HOP = 512;
export const FRAMES_PER_SECOND = SAMPLE_RATE / HOP;

/** Two to each third of an octave: as wide as two semitones, so that a pitch off by a fraction of one hardly matters. */
const LOWEST_HZ = 180;
export const BANDS_PER_OCTAVE = 6;
export const BANDS = 26;

/** Bytes count half decibels above this floor; what is below it is silence. */
const FLOOR_DB = -90;
const STEP_DB = 0.5;
/** Power of a sine of full scale in the middle of its band: the sum of a Hann window's main lobe. */
const FULL_SCALE = WINDOW * WINDOW * (3 / 32);

/** The loudness in each band, frame by frame: byte `frame * BANDS + band`, in half decibels. */
export type Description = Uint8Array;

/** Describes sound that comes in pieces. `pitches`: by what the pitch of the sound is taken to be changed; one description for each. */
export class Describer {
  readonly #spectrum = new Spectrum();
  readonly #edges: readonly Uint16Array[];
  readonly #frame = new Uint8Array(BANDS);
  #pending = new Float32Array(0);

  constructor(pitches: readonly number[] = [1]) {
    this.#edges = pitches.map(edgesAt);
  }

  /** Calls `frame` for each frame that is complete, once for each pitch; its bytes are valid during the call. */
  push(samples: Float32Array, frame: (pitch: number, bytes: Uint8Array) => void): void {
    const all = joined([this.#pending, samples]);
    let start = 0;
    for (; start + WINDOW <= all.length; start += HOP) {
      const power = this.#spectrum.of(all, start);
      for (const [pitch, edges] of this.#edges.entries()) {
        frame(pitch, bandsOf(power, edges, this.#frame));
      }
    }
    this.#pending = all.slice(start);
  }
}

/** The first frequency of each band, and the one after the last. */
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
