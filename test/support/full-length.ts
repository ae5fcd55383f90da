/** Tests that have a long form, beside those of the packages. */
export { amount, FULL_LENGTH } from '../../packages/wire-kit/src/testing/full-length.ts';
