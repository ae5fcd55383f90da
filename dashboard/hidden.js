/** @import { HiddenBy } from '../src/core/hidden-by.ts' */
import { phrase } from './text.js';

/** @type {Readonly<Record<HiddenBy, string>>} */
const WHY = {
  operator: phrase('Hidden by the operator'),
  rule: phrase('Hidden by a rule of the settings'),
  source: phrase('Hidden by the color of its deck'),
};

/** @param {HiddenBy | null} hiddenBy */
export function whyHidden(hiddenBy) {
  return hiddenBy === null ? '' : WHY[hiddenBy];
}
