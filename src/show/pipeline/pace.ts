/**
 * Limits how fast tracks are featured, because each goes to every output and stays in the set, and a broadcaster may
 * send a thousand titles a second.
 */

/** More than programs report together when they start or correct themselves. */
const AT_ONCE = 30;
/** Time per further track. */
const EACH_MS = 1_000;

/** When all featured tracks have had their share, monotonic ms. */
export type Pace = number;

export const NO_PACE: Pace = Number.NEGATIVE_INFINITY;

/** Wait until the next track; 0 or less at a human pace. */
export function waitMs(pace: Pace, at: number): number {
  return pace - (AT_ONCE - 1) * EACH_MS - at;
}

export function counted(pace: Pace, at: number): Pace {
  return Math.max(pace, at) + EACH_MS;
}
