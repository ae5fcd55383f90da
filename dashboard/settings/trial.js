/**
 * Tries a regular expression on an example while the user types, with the engine that will run it.
 *
 * @import { CheckAnswer } from '../../src/web/wire/settings.ts'
 */
import { NO_ANSWER, send } from '../api.js';
import { html } from '../lit/lit-html.js';
import { translated } from '../text.js';
import { word } from '../words.js';

const TYPING_MS = 200;

/**
 * @param {() => void} redraw
 * @param {string} option
 * @param {() => string} expression
 * @param {() => boolean} isRefused  the expression's problem is shown elsewhere
 */
export function createTrial(redraw, option, expression, isRefused) {
  let text = 'Paper Lanterns (Extended Mix)';
  let result = '';
  let typing = 0;

  async function attempt() {
    const value = expression();
    const tried = text;
    if (value === '' || isRefused()) {
      return;
    }
    /** @type {CheckAnswer | undefined} */
    const answer = await send('POST', 'settings/check', { option, value, text }).catch(() => undefined);
    if (value === expression() && tried === text && !isRefused()) {
      result = answer === undefined ? NO_ANSWER : sayOf(answer);
      redraw();
    }
  }

  /** The result was about the earlier input. */
  function clear() {
    clearTimeout(typing);
    result = '';
  }
  function later() {
    clear();
    typing = setTimeout(attempt, TYPING_MS);
  }

  /** @param {Event & { target: HTMLInputElement }} event */
  function type({ target }) {
    text = target.value;
    later();
    redraw();
  }

  return {
    later,
    clear,
    view: () => html`<div class="try">
      <label for="try-${option}">${word('settings.try')}</label>
      <input id="try-${option}" autocomplete="off" .value=${text} @input=${type}>
      <p class="tried" role="status">${result}</p>
    </div>`,
  };
}

/** @param {CheckAnswer} answer */
function sayOf({ done, reason = '', matches = false, captured }) {
  if (!done) {
    return translated(reason);
  }
  if (!matches) {
    return word('settings.no-match');
  }
  return captured === undefined ? word('settings.matches') : word('settings.gives', { text: captured });
}
