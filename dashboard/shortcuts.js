/** Keys for a DJ's free hand: one letter for each verb, a digit for a deck. */
import { html, live } from './lit/lit-html.js';
import { word } from './words.js';

const KEY = 'deckcast.shortcuts';
/** Buttons of a key; it presses the one that is there. @type {Readonly<Record<string, string>>} */
const BUTTONS = { h: '#hide, #reveal', r: '#recall', c: '#edit', f: '#skip' };

let isAllowed = localStorage.getItem(KEY) !== 'off';

export function keysView() {
  /** @param {Event & { target: HTMLInputElement }} event */
  const change = ({ target }) => {
    isAllowed = target.checked;
    localStorage.setItem(KEY, isAllowed ? 'on' : 'off');
  };
  return html`<label class="keys"><input class="switch" id="shortcuts" type="checkbox" .checked=${live(isAllowed)}
    @change=${change}> ${word('operator.keys')}</label>`;
}

export function start() {
  document.addEventListener('keydown', (event) => {
    const isChord = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (!isAllowed || isChord || isTyping(event.target)) {
      return;
    }
    const button = /^[1-9]$/.test(event.key)
      ? [...document.querySelectorAll('.deck-air kbd')].find(({ textContent }) => textContent === event.key)
          ?.parentElement
      : document.querySelector(BUTTONS[event.key.toLowerCase()] ?? 'never');
    if (button instanceof HTMLElement && button.checkVisibility()) {
      event.preventDefault();
      button.click();
    }
  });
}

/**
 * Returns whether the focus is in a field, a list or a dialog, which need letters themselves.
 * @param {EventTarget | null} target
 */
function isTyping(target) {
  const field =
    target instanceof Element ? target.closest('input:not([type="checkbox"]), select, textarea') : null;
  return field !== null || document.querySelector('dialog[open]') !== null;
}
