/**
 * Tests whose worth grows with their length have two: a short one in every run, and the full one before a release, by
 * `npm run test:release` with nothing else running.
 */
export const FULL_LENGTH = process.env.DECKCAST_FULL_LENGTH === '1';

/** How much of something this run takes. */
export function amount({ short, full }: { readonly short: number; readonly full: number }): number {
  return FULL_LENGTH ? full : short;
}
