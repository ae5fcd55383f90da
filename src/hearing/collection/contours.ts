/**
 * Contours of music: which bands are louder than in the seconds around, some three times a second. Too coarse to tell
 * where exactly a track is, but a room's reverberation and crowd hardly change them. A word of the file per frame, at the
 * byte with the number of its place.
 */
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BANDS, type Description, HOP } from '../describe.ts';
import { type Bits, featuresOf } from '../features.ts';
import { PEAK_HOP } from './peaks.ts';
import { FRAMES_A_PLACE } from './search.ts';
import type { PlaceNumber, PlaceRange } from './segment.ts';

/** Frames of a description that are averaged. */
export const TOGETHER = 8;
const NAME = 'contours';
const WORD = 4;
/** Bytes of the file per place: a frame of contours lasts for four places. */
const BYTES_A_PLACE = (WORD * FRAMES_A_PLACE * PEAK_HOP) / (TOGETHER * HOP);
/** Set in each word that was written. */
const WRITTEN = 0x8000_0000;

/** Averages the frames of a description. */
export class ContourMaker {
  readonly #sums = new Uint16Array(BANDS);
  readonly #means: number[] = [];
  #summed = 0;

  push(frame: Description): void {
    for (let band = 0; band < BANDS; band += 1) {
      this.#sums[band] = (this.#sums[band] ?? 0) + (frame[band] ?? 0);
    }
    this.#summed += 1;
    if (this.#summed === TOGETHER) {
      this.#means.push(...this.#sums.map((sum) => Math.round(sum / TOGETHER)));
      this.#sums.fill(0);
      this.#summed = 0;
    }
  }

  get contour(): Bits {
    return featuresOf(Uint8Array.from(this.#means));
  }
}

export function contourOf(description: Description): Bits {
  const maker = new ContourMaker();
  for (let at = 0; at < description.length; at += BANDS) {
    maker.push(description.subarray(at, at + BANDS));
  }
  return maker.contour;
}

/** Averages each frame with those around it, `frames` in all. */
export function smoothed(description: Description, frames: number): Description {
  const smooth = new Uint8Array(description.length);
  const half = (frames >> 1) * BANDS;
  for (let band = 0; band < BANDS; band += 1) {
    let sum = 0;
    let count = 0;
    for (let at = band - half; at < description.length; at += BANDS) {
      const [newest, oldest] = [description[at + half], description[at - half - BANDS]];
      sum += (newest ?? 0) - (oldest ?? 0);
      count += (newest === undefined ? 0 : 1) - (oldest === undefined ? 0 : 1);
      if (at >= 0) {
        smooth[at] = Math.round(sum / count);
      }
    }
  }
  return smooth;
}

interface Placed {
  readonly from: PlaceNumber;
  readonly contour: Bits;
}

export class Contours {
  readonly #path: string;
  #file: number | undefined;

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  /** Opens the current file. Older indexes have none. */
  read(): void {
    if (this.#file !== undefined) {
      closeSync(this.#file);
    }
    this.#file = existsSync(this.#path) ? openSync(this.#path, 'r') : undefined;
  }

  holds({ from }: PlaceRange): boolean {
    return this.#words(from, 1).some((word) => word >= WRITTEN);
  }

  write(contours: readonly Placed[]): void {
    const file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT);
    try {
      for (const { from, contour } of contours) {
        // Even a short file gets a word, which `holds` looks for.
        const words = Uint32Array.from(
          { length: Math.max(1, contour.frames) },
          (_, frame) => ((contour.bits[frame] ?? 0) | WRITTEN) >>> 0,
        );
        writeSync(file, new Uint8Array(words.buffer), 0, words.byteLength, byteOf(from));
      }
    } finally {
      closeSync(file);
    }
    this.read();
  }

  of({ from, to }: PlaceRange): Bits {
    const words = this.#words(from, (byteOf(to) - byteOf(from)) / WORD);
    const end = words.findIndex((word) => word < WRITTEN);
    const bits = words.subarray(0, end < 0 ? words.length : end).map((word) => word & ~WRITTEN);
    return { frames: bits.length, bits };
  }

  #words(from: PlaceNumber, count: number): Uint32Array {
    const words = new Uint32Array(count);
    if (this.#file !== undefined) {
      readSync(this.#file, new Uint8Array(words.buffer), 0, words.byteLength, byteOf(from));
    }
    return words;
  }
}

function byteOf(place: PlaceNumber): number {
  return Math.ceil((place * BYTES_A_PLACE) / WORD) * WORD;
}
