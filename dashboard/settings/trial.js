/**
 * Tries a regular expression on an example while the user types, with the engine that will run it.
 *
 * @import { CheckAnswer } from '../../src/web/wire/settings.ts'
 */
import { NO_ANSWER, send } from '../api.js';
import { make, setText } from '../dom.js';
import { translated } from '../text.js';
import { word } from '../words.js';

const TYPING_MS = 200;
const EXAMPLE = 'Paper Lanterns (Extended Mix)';

/**
 * @param {string} option
 * @param {() => string} expression
 * @param {() => boolean} isRefused  the expression's problem is shown elsewhere
 */
export function createTrial(option, expression, isRefused) {
  const element = make('div', 'try');
  const label = document.createElement('label');
  const example = document.createElement('input');
  const result = make('p', 'tried');
  example.id = `try-${option}`;
  example.value = EXAMPLE;
  example.autocomplete = 'off';
  label.htmlFor = example.id;
  label.textContent = word('settings.try');
  result.setAttribute('role', 'status');
  element.append(label, example, result);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;

  async function attempt() {
    const value = expression();
    const text = example.value;
    if (value === '' || isRefused()) {
      setText(result, '');
      return;
    }
    try {
      /** @type {CheckAnswer} */
      const answer = await send('POST', 'settings/check', { option, value, text });
      if (value === expression() && text === example.value) {
        setText(result, isRefused() ? '' : sayOf(answer));
      }
    } catch {
      setText(result, NO_ANSWER);
    }
  }
  function clear() {
    clearTimeout(typing);
    setText(result, '');
  }
  function later() {
    // The result was about the earlier input.
    clear();
    typing = setTimeout(attempt, TYPING_MS);
  }
  example.addEventListener('input', later);
  return { element, later, clear };
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
