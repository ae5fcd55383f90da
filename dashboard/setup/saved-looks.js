/** The saved looks, and the options of the one in use, as in the settings. */
import { lookInUse, looksOf } from '/overlay/mine.js';
import { option } from '../saved.js';

/** Options below `theme.options` in the configuration. @returns {Record<string, string>} */
export const savedOptions = () => savedMap('theme.options');

export const savedLooks = () => looksOf(savedMap('theme.looks'));

/** Name of the saved look that is in use; empty if none is. @param {string | undefined} theme  in use */
export const nameInUse = (theme) =>
  lookInUse(savedLooks(), theme, new Map(Object.entries(savedOptions())))?.[0] ?? '';

/** @param {string} name  of a setting */
function savedMap(name) {
  try {
    return JSON.parse(option(name)?.value || '{}');
  } catch {
    return {};
  }
}
