/** @import { HiddenBy } from '../src/core/hidden-by.ts' */

/** @type {Readonly<Record<HiddenBy, string>>} */
const WHY = {
  operator: 'Hidden by the operator',
  rule: 'Hidden by a rule of the settings (hide.…)',
  source: 'Hidden by the color of its deck',
};

/** @param {HiddenBy | null} hiddenBy */
export function whyHidden(hiddenBy) {
  return hiddenBy === null ? '' : WHY[hiddenBy];
}
