/** The steps of the page: one is open at a time, and when one is done by itself, the next one opens. */
import { byId, setText } from '../dom.js';

const STEPS = /** @type {const} */ (['music', 'look', 'obs', 'outputs', 'start', 'gig']);

/** @typedef {(typeof STEPS)[number]} Step */

/** @param {Step} step */
function elementOf(step) {
  return byId(`step-${step}`, HTMLDetailsElement);
}

/**
 * The step is done, which its line says from now on. It makes room for the next one, unless somebody has opened another.
 *
 * @param {Step} step
 * @param {string} outcome
 * @param {Element} [news]  what is to be seen first, at the top of the page, where it shows; by default the next step
 */
export function finish(step, outcome, news) {
  const element = elementOf(step);
  element.classList.add('done');
  setText(byId(`said-${step}`), outcome);
  const next = STEPS[STEPS.indexOf(step) + 1];
  if (!element.open || next === undefined) {
    return;
  }
  const hadFocus = element.contains(document.activeElement);
  const following = elementOf(next);
  element.open = false;
  following.open = true;
  if (news?.checkVisibility()) {
    news.scrollIntoView({ block: 'nearest' });
  } else if (news === undefined || scrollY > 0) {
    // At the top the news will be in view: it may come a moment later.
    following.scrollIntoView({ block: 'start' });
  }
  if (hadFocus) {
    following.querySelector('summary')?.focus();
  }
}
