/** Properties use the same values in every short run, and many random ones at full length. */
import fc from 'fast-check';
import { FULL_LENGTH } from './full-length.ts';

const SEED = 20_261_122;

fc.configureGlobal(FULL_LENGTH ? { numRuns: 1_000 } : { numRuns: 100, seed: SEED });
