import { SAMPLE_RATE } from '../sound.ts';

/** Seconds of sound allowed at once, for networks and programs that catch up after a delay. */
const BURST_SECONDS = 5;
/** Clocks of sound cards differ by less than a thousandth. */
const FASTEST = 1.02;
/** Time without reading from an input that is too fast. */
export const REST_MS = 250;
/** Sound that stays too fast for this long is not a burst. */
const FLOODED_FOR_MS = 3_000;

/** Limits sound to real time. Pure. */
export class SoundPace {
  #budget = BURST_SECONDS * SAMPLE_RATE;
  #at: number;
  #droppedSince: number | undefined;
  #droppedAt = Number.NEGATIVE_INFINITY;

  /** `now`: monotonic, as in every call. */
  constructor(now: number) {
    this.#at = now;
  }

  /** Returns false if these samples are too many. */
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

  isFlooded(now: number): boolean {
    return (
      this.#droppedSince !== undefined &&
      now - this.#droppedAt <= FLOODED_FOR_MS &&
      this.#droppedAt - this.#droppedSince >= FLOODED_FOR_MS
    );
  }
}
