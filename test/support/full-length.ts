/** Re-exports the switch for the long form of tests, which packages use too. */
export { amount, FULL_LENGTH } from '../../packages/wire-kit/src/testing/full-length.ts';
