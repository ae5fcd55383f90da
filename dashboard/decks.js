/** @import { WireDeck } from '../src/web/wire/operator.ts' */
import { byId, onPress, part, setShown, setText, setUsable, showList } from './dom.js';
import { whyHidden } from './hidden.js';
import { perform } from './on-air.js';
import { phrase, translated } from './text.js';

/** The hardware's color names, in shades that are distinguishable on the dark page. */
const COLORS = new Map([
  ['red', '#ff5c5c'],
  ['purple', '#b07bff'],
  ['orange', '#ff9d42'],
  ['yellow', '#ffdf57'],
  ['limegreen', '#b5f25c'],
  ['green', '#4fd394'],
  ['lightblue', '#76d0ff'],
  ['blue', '#5b8cff'],
]);

/**
 * @param {readonly WireDeck[]} decks
 * @param {boolean} canPutOnAir
 */
export function showDecks(decks, canPutOnAir) {
  setShown(byId('decks-section'), decks.length > 0, byId('now-names'));
  showList(
    byId('decks'),
    decks,
    ({ device, deck }) => `${device}/${deck}`,
    (row, deck) => fill(row, deck, canPutOnAir),
  );
}

/**
 * @param {HTMLElement} row
 * @param {WireDeck} view
 * @param {boolean} canPutOnAir
 */
function fill(row, view, canPutOnAir) {
  row.classList.add('deck');
  row.classList.toggle('leads', view.featured);
  row.style.setProperty('--deck', COLORS.get(view.color) ?? 'var(--line)');
  setText(part(row, 'span', 'deck-name'), view.deck);
  setText(part(row, 'p', 'deck-track'), titleOf(view));
  const artist = view.hidden ? whyHidden(view.hiddenBy) : view.artist;
  setText(part(row, 'p', 'deck-artist'), view.loaded ? artist : '');
  setText(part(row, 'p', 'deck-state'), stateOf(view));
  const meter = part(row, 'meter', 'deck-level');
  if (meter instanceof HTMLMeterElement) {
    meter.value = view.level ?? 0;
    meter.hidden = view.level === null;
    meter.setAttribute('aria-label', phrase('Level of deck {deck}', { deck: view.deck }));
  }
  setText(part(row, 'p', 'deck-reason'), translated(view.reason));
  const button = part(row, 'button', 'deck-air');
  if (button instanceof HTMLButtonElement) {
    setShown(button, canPutOnAir && !view.featured && view.loaded, row);
    if (button.textContent === '') {
      button.type = 'button';
      setText(button, phrase('Put deck {deck} on air', { deck: view.deck }));
      onPress(button, () =>
        perform('onair', { deck: view.deck, play: button.value }, phrase('Putting it on air')),
      );
    }
    // Identifies the track, because the deck may hold another one when the request arrives.
    button.value = view.play ?? '';
    setUsable(button, view.play !== null);
  }
}

/** @param {WireDeck} view */
function titleOf({ loaded, hidden, title }) {
  if (!loaded) {
    return phrase('Empty');
  }
  return hidden ? phrase('Hidden track') : title || phrase('Untitled');
}

/** @param {WireDeck} view */
function stateOf({ playing, level, featured }) {
  const parts = [featured ? phrase('on air') : '', playing ? phrase('playing') : phrase('stopped')];
  if (level !== null) {
    parts.push(`${Math.round(level * 100)} %`);
  }
  return parts.filter((word) => word !== '').join(' · ');
}
