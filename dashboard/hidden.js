/** @import { HiddenBy } from '../src/core/hidden-by.ts' */
import { word } from './words.js';

/** @param {HiddenBy | null} hiddenBy */
export function whyHidden(hiddenBy) {
  return hiddenBy === null ? '' : word(`hidden.${hiddenBy}`);
}
