import { SAMPLE_RATE } from '../sound.ts';

/** Seconds of sound that may come at once: a network, or a program, that was held up for so long catches up. */
const BURST_SECONDS = 5;
/** Clocks of sound cards differ by less than a thousandth. */
const FASTEST = 1.02;
/** Milliseconds for which nothing is read of what comes too fast. */
export const REST_MS = 250;
/** Sound that is too fast for this many milliseconds is not a burst. */
const FLOODED_FOR_MS = 3_000;

/** Lets no more sound through than there is time: a second of it in a second. Pure. */
export class SoundPace {
  /** Samples that may come now. */
  #budget = BURST_SECONDS * SAMPLE_RATE;
  #at: number;
  #droppedSince: number | undefined;
  #droppedAt = Number.NEGATIVE_INFINITY;

  /** `now`: monotonic, as in every call. */
  constructor(now: number) {
    this.#at = now;
  }

  /** False when these samples are too many. */
  takes(count: number, now: number): boolean {
    const earned = ((now - this.#at) / 1_000) * SAMPLE_RATE * FASTEST;
    this.#budget = Math.min(BURST_SECONDS * SAMPLE_RATE, this.#budget + earned);
    this.#at = now;
    if (count > this.#budget) {
      if (now - this.#droppedAt > FLOODED_FOR_MS) {
        this.#droppedSince = now;
      }
      this.#droppedAt = now;
      return false;
    }
    this.#budget -= count;
    return true;
  }

  /** It is still too fast. */
  isFlooded(now: number): boolean {
    return (
      this.#droppedSince !== undefined &&
      now - this.#droppedAt <= FLOODED_FOR_MS &&
      this.#droppedAt - this.#droppedSince >= FLOODED_FOR_MS
    );
  }
}
