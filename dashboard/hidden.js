/** @import { HiddenBy } from '../src/core/hidden-by.ts' */
import { word } from './words.js';

/** @type {Readonly<Record<HiddenBy, string>>} */
const WHY = {
  operator: word('hidden.operator'),
  rule: word('hidden.rule'),
  source: word('hidden.source'),
};

/** @param {HiddenBy | null} hiddenBy */
export function whyHidden(hiddenBy) {
  return hiddenBy === null ? '' : WHY[hiddenBy];
}
