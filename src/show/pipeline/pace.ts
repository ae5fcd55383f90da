/**
 * How fast tracks are featured. Each one goes to every output and page, and stays in the set for the evening; what a
 * broadcaster sends may change a thousand times a second.
 */

/** Tracks that may follow each other at once: more than programs report together when they start or correct themselves. */
const AT_ONCE = 30;
/** Milliseconds for each further one: nobody hears tracks change faster. */
const EACH_MS = 1_000;

/** When all that were featured have had their time, on the monotonic clock. */
export type Pace = number;

export const NO_PACE: Pace = Number.NEGATIVE_INFINITY;

/** Milliseconds until the next track may be featured; never above 0 for a set that people play. */
export function waitMs(pace: Pace, at: number): number {
  return pace - (AT_ONCE - 1) * EACH_MS - at;
}

/** A track is featured. */
export function counted(pace: Pace, at: number): Pace {
  return Math.max(pace, at) + EACH_MS;
}
