/** Keys for a DJ's free hand: one letter for each verb, a digit for a deck. */
import { byId } from './dom.js';

const KEY = 'deckcast.shortcuts';
/** The first visible button of a key is pressed. @type {Readonly<Record<string, readonly string[]>>} */
const BUTTONS = { h: ['hide', 'reveal'], r: ['recall'], c: ['edit'], f: ['skip'] };

export function start() {
  const allowed = byId('shortcuts', HTMLInputElement);
  allowed.checked = localStorage.getItem(KEY) !== 'off';
  allowed.addEventListener('change', () => localStorage.setItem(KEY, allowed.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    const isChord = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (!allowed.checked || isChord || byId('desk').hidden || isTyping(event.target)) {
      return;
    }
    const button = /^[1-9]$/.test(event.key) ? deckButton(event.key) : verbButton(event.key.toLowerCase());
    if (button !== undefined) {
      event.preventDefault();
      button.click();
    }
  });
}

/** @param {string} key */
function verbButton(key) {
  const buttons = (BUTTONS[key] ?? []).map((id) => byId(id, HTMLButtonElement));
  return buttons.find((button) => button.checkVisibility());
}

/** @param {string} deck */
function deckButton(deck) {
  for (const row of document.querySelectorAll('#decks .deck')) {
    const button = row.querySelector('.deck-air');
    const isIt = row.querySelector('.deck-name')?.textContent === deck;
    if (isIt && button instanceof HTMLButtonElement && button.checkVisibility()) {
      return button;
    }
  }
  return undefined;
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
