/**
 * Some tests are worth more the longer they run: short in every run, full before a release, by `npm run test:release`
 * with nothing else running.
 */
export const FULL_LENGTH = process.env.DECKCAST_FULL_LENGTH === '1';

export function amount({ short, full }: { readonly short: number; readonly full: number }): number {
  return FULL_LENGTH ? full : short;
}
