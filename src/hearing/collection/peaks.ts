/** Spectral peaks: moments and pitches that are louder than everything around. Most survive the DJ's effects. */

import { HOP } from '../describe.ts';
import { joined, SAMPLE_RATE } from '../sound.ts';
import { Spectrum, WINDOW } from '../spectrum.ts';

/** Samples between frames: 23 ms. */
export const PEAK_HOP = 256;
/** Every second spectrum for peaks is one for the description, too. */
export const PEAK_FRAMES_A_FRAME = HOP / PEAK_HOP;
export const PEAK_FRAMES_PER_SECOND = SAMPLE_RATE / PEAK_HOP;
/** Frequency bins searched for peaks: 280 to 3,200 Hz. */
const LOWEST = 26;
const HIGHEST = 297;
/** A peak is the loudest within so many frames on either side, and a minor third above and below. */
export const AROUND_FRAMES = 11;
const AROUND_PITCH = 2 ** (3 / 12);
const KEPT_FRAMES = 2 * AROUND_FRAMES + 1;
/** Power of a sine at -70 dBFS. */
const SILENT = WINDOW * WINDOW * (3 / 32) * 1e-7;
const PITCHES_PER_OCTAVE = 36;

export interface Peak {
  /** Counted from the beginning. */
  readonly frame: number;
  /** Logarithm of the frequency, in thirds of a semitone. */
  readonly pitch: number;
}

/** Range of bins that each bin is compared with. */
const FROM = Int16Array.from({ length: HIGHEST }, (_, bin) => Math.floor(bin / AROUND_PITCH));
const TO = Int16Array.from({ length: HIGHEST }, (_, bin) => Math.ceil(bin * AROUND_PITCH));
const BINS = Math.ceil(HIGHEST * AROUND_PITCH) + 1;

export class PeakFinder {
  readonly #spectrum = new Spectrum();
  /** Ring buffer of the last frames. */
  readonly #power = Array.from({ length: KEPT_FRAMES }, () => new Float32Array(BINS));
  /** For each of them, the loudest power around each bin. */
  readonly #loudest = Array.from({ length: KEPT_FRAMES }, () => new Float32Array(HIGHEST));
  readonly #falling = new Int16Array(BINS);
  #pending = new Float32Array(0);
  #frames = 0;

  get frames(): number {
    return this.#frames;
  }

  /**
   * Calls `found` for each peak in order, a quarter of a second after it was heard, and `seen` with the spectrum of each
   * frame, valid during the call.
   */
  push(
    samples: Float32Array,
    found: (peak: Peak) => void,
    seen: (frame: number, power: Float64Array) => void = () => undefined,
  ): void {
    const all = joined([this.#pending, samples]);
    let start = 0;
    for (; start + WINDOW <= all.length; start += PEAK_HOP) {
      const at = this.#frames % KEPT_FRAMES;
      const power = this.#power[at];
      const loudest = this.#loudest[at];
      if (power !== undefined && loudest !== undefined) {
        const spectrum = this.#spectrum.of(all, start);
        seen(this.#frames, spectrum);
        power.set(spectrum.subarray(0, BINS));
        loudestAround(power, loudest, this.#falling);
      }
      this.#frames += 1;
      if (this.#frames >= KEPT_FRAMES) {
        this.#peaksAt(this.#frames - 1 - AROUND_FRAMES, found);
      }
    }
    this.#pending = all.slice(start);
  }

  #peaksAt(frame: number, found: (peak: Peak) => void): void {
    const at = frame % KEPT_FRAMES;
    const power = this.#power[at];
    const loudest = this.#loudest[at];
    if (power === undefined || loudest === undefined) {
      return;
    }
    for (let bin = LOWEST; bin < HIGHEST; bin += 1) {
      const own = power[bin] ?? 0;
      if (own > SILENT && own === loudest[bin] && this.#isLoudest(bin, own, at)) {
        found({ frame, pitch: pitchOf(power, bin) });
      }
    }
  }

  #isLoudest(bin: number, own: number, at: number): boolean {
    return this.#loudest.every((loudest, other) => other === at || (loudest[bin] ?? 0) < own);
  }
}

/** `falling`: room for the bins that may still be the loudest, each quieter than the one before. */
function loudestAround(power: Float32Array, loudest: Float32Array, falling: Int16Array): void {
  let first = 0;
  let end = 0;
  let next = FROM[LOWEST] ?? 0;
  for (let bin = LOWEST; bin < HIGHEST; bin += 1) {
    const from = FROM[bin] ?? 0;
    const to = TO[bin] ?? 0;
    for (; next <= to; next += 1) {
      const own = power[next] ?? 0;
      while (end > first && (power[falling[end - 1] ?? 0] ?? 0) <= own) {
        end -= 1;
      }
      falling[end] = next;
      end += 1;
    }
    while ((falling[first] ?? 0) < from) {
      first += 1;
    }
    loudest[bin] = power[falling[first] ?? 0] ?? 0;
  }
}

/** Interpolates between bins, with a parabola through the peak and its neighbors. */
function pitchOf(power: Float32Array, bin: number): number {
  const [below, own, above] = [-1, 0, 1].map((near) => Math.log((power[bin + near] ?? 0) + 1e-12));
  const bend = (below ?? 0) - 2 * (own ?? 0) + (above ?? 0);
  const beside = bend < 0 ? ((below ?? 0) - (above ?? 0)) / (2 * bend) : 0;
  return PITCHES_PER_OCTAVE * Math.log2(bin + beside);
}
