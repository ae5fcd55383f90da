/** Features that descriptions are compared by: how each band differs from its average around that moment. */
import { BANDS, type Description } from './describe.ts';

/** Frames on either side that count as around: half a second. */
export const AROUND = 12;
/** Limit of a difference, in half decibels. */
const MOST = 40;

export interface Bits {
  readonly frames: number;
  /** One bit per frame and band: louder than around. Zero if nothing changes. */
  readonly bits: Uint32Array;
}

export interface Features extends Bits {
  /** Half decibels, signed: `frame * BANDS + band`. */
  readonly differences: Int8Array;
}

/** Features of the same frames, by index of the pitch. */
export type FeaturesAt = (pitch: number) => Features;

export function featuresOf(description: Description, around = AROUND): Features {
  const frames = Math.floor(description.length / BANDS);
  const differences = new Int8Array(frames * BANDS);
  const bits = new Uint32Array(frames);
  for (let band = 0; band < BANDS; band += 1) {
    let sum = 0;
    let count = 0;
    for (let frame = 0; frame < Math.min(around, frames); frame += 1) {
      sum += description[frame * BANDS + band] ?? 0;
      count += 1;
    }
    for (let frame = 0; frame < frames; frame += 1) {
      if (frame + around < frames) {
        sum += description[(frame + around) * BANDS + band] ?? 0;
        count += 1;
      }
      if (frame - around - 1 >= 0) {
        sum -= description[(frame - around - 1) * BANDS + band] ?? 0;
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

interface RecentSound {
  /** Newest frames, preceded by those that only serve as surroundings. */
  readonly description: Description;
  readonly features: Features;
  /** Frames added since the features were computed. */
  outdated: number;
}

/**
 * Features of the newest frames of sound, for each pitch. Those of a frame change for half a second, until its
 * surroundings are complete.
 */
export class RecentFeatures {
  readonly #frames: number;
  readonly #sounds: readonly RecentSound[];

  constructor(pitches: number, frames: number) {
    this.#frames = frames;
    this.#sounds = Array.from({ length: pitches }, () => ({
      description: new Uint8Array((AROUND + frames) * BANDS),
      features: { frames, differences: new Int8Array(frames * BANDS), bits: new Uint32Array(frames) },
      outdated: 0,
    }));
  }

  push(pitch: number, frame: Description): void {
    const sound = this.#at(pitch);
    sound.description.copyWithin(0, BANDS);
    sound.description.set(frame, sound.description.length - BANDS);
    sound.outdated += 1;
  }

  /** Valid until the next call. */
  of(pitch: number): Features {
    const sound = this.#at(pitch);
    const { description, features, outdated } = sound;
    if (outdated > 0) {
      const changed = Math.min(this.#frames, outdated + AROUND);
      const kept = this.#frames - changed;
      const newest = featuresOf(description.subarray(kept * BANDS));
      features.bits.copyWithin(0, outdated).set(newest.bits.subarray(AROUND), kept);
      features.differences
        .copyWithin(0, outdated * BANDS)
        .set(newest.differences.subarray(AROUND * BANDS), kept * BANDS);
      sound.outdated = 0;
    }
    return features;
  }

  /** Features of what `change` makes of the newest frames and those that serve as surroundings. */
  changed(pitch: number, change: (description: Description) => Description): Features {
    const { bits, differences } = featuresOf(change(this.#at(pitch).description));
    return {
      frames: this.#frames,
      bits: bits.subarray(AROUND),
      differences: differences.subarray(AROUND * BANDS),
    };
  }

  #at(pitch: number): RecentSound {
    const sound = this.#sounds[pitch];
    if (sound === undefined) {
      throw new RangeError(`pitch ${pitch}`);
    }
    return sound;
  }
}
