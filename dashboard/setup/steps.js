/** Steps of the page: one is open at a time. When one is completed automatically, the next one opens. */
import { byId, setText } from '../dom.js';

const STEPS = /** @type {const} */ (['music', 'look', 'obs', 'outputs', 'start', 'gig']);

/** @typedef {(typeof STEPS)[number]} Step */

/** @param {Step} step */
function elementOf(step) {
  return byId(`step-${step}`, HTMLDetailsElement);
}

/**
 * Marks the step as done with this outcome. Opens the next one, unless the user has opened another.
 *
 * @param {Step} step
 * @param {string} outcome
 * @param {Element} [news]  element to scroll to the top; by default the next step
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
    // Scrolled to the top, so that news that arrives a moment later is visible.
    following.scrollIntoView({ block: 'start' });
  }
  if (hadFocus) {
    following.querySelector('summary')?.focus();
  }
}
