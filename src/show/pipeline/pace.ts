import type { Clock } from '../../core/tools.ts';

/** Tracks that may follow each other at once: more than programs report together when they start or correct themselves. */
const AT_ONCE = 30;
/** Milliseconds for each further one: nobody hears tracks change faster. */
const EACH_MS = 1_000;

/**
 * How fast tracks are featured. Each one goes to every output and page, and stays in the set for the evening; what a
 * broadcaster sends may change a thousand times a second.
 */
export class Pace {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** When all that were featured have had their time, on the monotonic clock. */
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Milliseconds until the next track may be featured; 0 for a set that people play. */
  get waitMs(): number {
    return Math.max(0, this.#until - (AT_ONCE - 1) * EACH_MS - this.#clock.monotonic());
  }

  /** A track is featured. */
  count(): void {
    this.#until = Math.max(this.#until, this.#clock.monotonic()) + EACH_MS;
  }
}
