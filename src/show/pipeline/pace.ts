/**
 * Limits how fast tracks are featured: each goes to every output and stays in the set, and a broadcaster may send a
 * thousand titles a second.
 */

/** More than programs report when they start or correct themselves. */
const AT_ONCE = 30;
const EACH_MS = 1_000;

/** Monotonic ms when all featured tracks have had their share. */
export type Pace = number;

export const NO_PACE: Pace = Number.NEGATIVE_INFINITY;

/** 0 or less at a human pace. */
export function waitMs(pace: Pace, at: number): number {
  return pace - (AT_ONCE - 1) * EACH_MS - at;
}

export function counted(pace: Pace, at: number): Pace {
  return Math.max(pace, at) + EACH_MS;
}
