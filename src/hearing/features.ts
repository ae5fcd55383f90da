/** What two descriptions are compared by: how each band differs from its own loudness around that moment. */
import { BANDS, type Description } from './describe.ts';

/** Frames on either side that a frame is compared with: half a second. */
const AROUND = 12;
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

interface RecentSound {
  /** Of the newest frames, and of those before them that only say how loud it was around. */
  readonly description: Description;
  readonly features: Features;
  /** Frames that came since the features were worked out. */
  outdated: number;
}

/** The features of the newest frames of sound, for each pitch. Of a frame they change until half a second after it. */
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

  #at(pitch: number): RecentSound {
    const sound = this.#sounds[pitch];
    if (sound === undefined) {
      throw new RangeError(`pitch ${pitch}`);
    }
    return sound;
  }
}
