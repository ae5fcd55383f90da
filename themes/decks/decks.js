/**
 * One row for the current track, which the SDK fills, and one for every other audible deck.
 *
 * @import { WireAudibleDeck } from '../../src/web/wire/decks.ts'
 */
import { detailsOf, overlay, setText } from '/sdk/v1.js';

const card = document.querySelector('.card');
const template = document.querySelector('#other');
/** Rows besides the first, by deck label. @type {Map<string, HTMLElement>} */
const rows = new Map();

/** @param {readonly WireAudibleDeck[]} decks */
function show(decks) {
  const onAir = decks.find(({ featured }) => featured);
  const first = document.querySelector('.on-air');
  if (first instanceof HTMLElement) {
    showLevel(first, onAir?.level ?? null);
  }
  const others = decks.filter((deck) => !deck.featured && deck.title !== overlay.track?.title);
  for (const [label, row] of rows) {
    if (!others.some(({ deck }) => deck === label)) {
      rows.delete(label);
      leave(row);
    }
  }
  for (const other of others) {
    showRow(other);
  }
  const shown = rows.size + 1;
  document.documentElement.style.setProperty('--rows', String(Math.max(2, shown)));
  document.documentElement.dataset.rows = shown > 2 ? 'many' : 'few';
  overlay.fit();
}

/** @param {WireAudibleDeck} other */
function showRow(other) {
  const { deck, title, artist, level } = other;
  const row = rows.get(deck) ?? newRow(deck);
  for (const [selector, text] of [
    ['.chip', deck],
    ['.title', title],
    ['.artist', artist],
    ['.details', detailsOf(other, String(overlay.options.details))],
  ]) {
    const element = row.querySelector(selector ?? '');
    if (element instanceof HTMLElement) {
      setText(element, text ?? '');
      element.hidden = text === '';
    }
  }
  showLevel(row, level);
}

/** @param {string} deck */
function newRow(deck) {
  const copy = template instanceof HTMLTemplateElement ? template.content.cloneNode(true) : undefined;
  card?.append(...(copy === undefined ? [] : [copy]));
  const row = card?.lastElementChild;
  if (!(row instanceof HTMLElement)) {
    throw new Error('the page has no row for other decks');
  }
  row.classList.add('is-away');
  // Forces a layout, so that the entrance starts from its initial state.
  void row.offsetHeight;
  row.classList.replace('is-away', 'is-coming');
  void whenStill(row).then(() => row.classList.remove('is-coming'));
  rows.set(deck, row);
  return row;
}

/** @param {HTMLElement} row */
async function leave(row) {
  row.classList.add('is-away');
  await whenStill(row);
  row.remove();
}

/** @param {HTMLElement} row */
function whenStill(row) {
  return Promise.allSettled(row.getAnimations().map(({ finished }) => finished));
}

/**
 * @param {HTMLElement} row
 * @param {number | null} level
 */
function showLevel(row, level) {
  const meter = row.querySelector('.level');
  const bar = row.querySelector('.level i');
  if (meter instanceof HTMLElement && bar instanceof HTMLElement) {
    meter.hidden = level === null;
    bar.style.transform = `scaleY(${level ?? 0})`;
  }
}

overlay.onDecks(show);
