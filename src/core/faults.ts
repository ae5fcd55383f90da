/** Our own bugs become uncaught errors, because the source, device or sink that was being called must go on. */
export { guarded, raise } from '@deckcast/wire-kit';
