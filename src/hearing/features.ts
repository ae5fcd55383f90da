/** What two descriptions are compared by: how each band differs from its own loudness around that moment. */
import { BANDS, type Description } from './describe.ts';

/** Frames on either side that a frame is compared with: half a second. */
export const AROUND = 12;
/** More than this many half decibels count as this many. */
const MOST = 40;

export interface Features {
  readonly frames: number;
  /** Half decibels, signed: `frame * BANDS + band`. */
  readonly differences: Int8Array;
  /** For each frame one bit a band: it is louder than around. Zero where nothing changes. */
  readonly bits: Uint32Array;
}

/** Of the same frames for each pitch, by its index. */
export type FeaturesAt = (pitch: number) => Features;

export function featuresOf(description: Description): Features {
  const frames = Math.floor(description.length / BANDS);
  const differences = new Int8Array(frames * BANDS);
  const bits = new Uint32Array(frames);
  for (let band = 0; band < BANDS; band += 1) {
    let sum = 0;
    let count = 0;
    for (let frame = 0; frame < Math.min(AROUND, frames); frame += 1) {
      sum += description[frame * BANDS + band] ?? 0;
      count += 1;
    }
    for (let frame = 0; frame < frames; frame += 1) {
      if (frame + AROUND < frames) {
        sum += description[(frame + AROUND) * BANDS + band] ?? 0;
        count += 1;
      }
      if (frame - AROUND - 1 >= 0) {
        sum -= description[(frame - AROUND - 1) * BANDS + band] ?? 0;
        count -= 1;
      }
      const difference = (description[frame * BANDS + band] ?? 0) - sum / count;
      differences[frame * BANDS + band] = Math.max(-MOST, Math.min(MOST, Math.round(difference)));
      if (difference > 0) {
        bits[frame] = (bits[frame] ?? 0) | (1 << band);
      }
    }
  }
  return { frames, differences, bits };
}
