/**
 * Tries a regular expression on an example while it is typed, with the engine that will use it.
 *
 * @import { CheckAnswer } from '../../src/web/wire/settings.ts'
 */
import { NO_ANSWER, send } from '../api.js';
import { make, setText } from '../dom.js';

const TYPING_MS = 200;
const EXAMPLE = 'Paper Lanterns (Extended Mix)';

/**
 * @param {string} option
 * @param {() => string} expression
 */
export function createTrial(option, expression) {
  const element = make('div', 'try');
  const label = document.createElement('label');
  const example = document.createElement('input');
  const result = make('p', 'tried');
  example.id = `try-${option}`;
  example.value = EXAMPLE;
  example.autocomplete = 'off';
  label.htmlFor = example.id;
  label.textContent = 'Try it on';
  result.setAttribute('role', 'status');
  element.append(label, example, result);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;

  async function attempt() {
    const value = expression();
    const text = example.value;
    if (value === '') {
      setText(result, '');
      return;
    }
    try {
      /** @type {CheckAnswer} */
      const answer = await send('POST', 'settings/check', { option, value, text });
      if (value === expression() && text === example.value) {
        setText(result, sayOf(answer));
      }
    } catch {
      setText(result, NO_ANSWER);
    }
  }
  function later() {
    // It was about what stood there before.
    setText(result, '');
    clearTimeout(typing);
    typing = setTimeout(attempt, TYPING_MS);
  }
  example.addEventListener('input', later);
  return { element, later };
}

/** @param {CheckAnswer} answer */
function sayOf({ done, reason = '', matches = false, captured }) {
  if (!done) {
    return reason;
  }
  if (!matches) {
    return 'It does not match.';
  }
  return captured === undefined ? 'It matches.' : `It gives “${captured}”.`;
}
