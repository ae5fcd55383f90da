/** @import { HiddenBy } from '../src/core/hidden-by.ts' */
import { say } from './text.js';

/** @type {Readonly<Record<HiddenBy, string>>} */
const WHY = {
  operator: say('Hidden by the operator'),
  rule: say('Hidden by a rule of the settings'),
  source: say('Hidden by the color of its deck'),
};

/** @param {HiddenBy | null} hiddenBy */
export function whyHidden(hiddenBy) {
  return hiddenBy === null ? '' : WHY[hiddenBy];
}
