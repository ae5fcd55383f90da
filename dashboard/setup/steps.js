/** The steps of the page: one is open at a time, and when one is done by itself, the next one opens. */
import { byId, setText } from '../dom.js';

const STEPS = /** @type {const} */ (['music', 'look', 'obs', 'outputs', 'start', 'gig']);

/** @typedef {(typeof STEPS)[number]} Step */

/** @param {Step} step */
function elementOf(step) {
  return byId(`step-${step}`, HTMLDetailsElement);
}

/**
 * The step is done, which its line says from now on. It makes room for the next one, unless somebody is elsewhere by now,
 * or types in it.
 *
 * @param {Step} step
 * @param {string} outcome
 */
export function finish(step, outcome) {
  const element = elementOf(step);
  element.classList.add('done');
  setText(byId(`said-${step}`, HTMLElement), outcome);
  const next = STEPS[STEPS.indexOf(step) + 1];
  const { activeElement } = document;
  const isTyping =
    activeElement instanceof HTMLInputElement &&
    activeElement.type !== 'checkbox' &&
    element.contains(activeElement);
  if (!element.open || next === undefined || isTyping) {
    return;
  }
  const hadFocus = element.contains(activeElement);
  const following = elementOf(next);
  element.open = false;
  following.open = true;
  following.scrollIntoView({ block: 'start' });
  if (hadFocus) {
    following.querySelector('summary')?.focus();
  }
}
