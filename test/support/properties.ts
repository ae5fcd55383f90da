/** Properties are tried with the same values in every run, and with many others in full length. */
import fc from 'fast-check';
import { FULL_LENGTH } from './full-length.ts';

const SEED = 20_261_122;

fc.configureGlobal(FULL_LENGTH ? { numRuns: 5_000 } : { numRuns: 100, seed: SEED });
