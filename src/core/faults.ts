/**
 * Bugs of our own. They are reported as uncaught errors, which `main.ts` logs as ours, because the source, device or
 * sink that was being called must go on.
 */
export { guarded, raise } from '@deckcast/wire-kit';
