/**
 * Our own mistakes. They must not be blamed on a source, a device or a sink, which go on working: `main.ts` logs uncaught
 * errors as our own.
 */
export { guarded, raise } from '@deckcast/wire-kit';
