/** @import { WireDeck } from '../src/web/wire/operator.ts' */
import { html, nothing, repeat } from './lit/lit-html.js';
import { perform, whyHidden } from './on-air.js';
import { linesOf, translated } from './text.js';
import { press } from './view.js';
import { word } from './words.js';

/** Shades of the hardware's colors for the dark page. */
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

/** Most decks so far: no panel moves while a player is off. */
let count = 0;

/** Leaves room for the set list beside the decks. */
export const areFew = () => count < 3;

/**
 * @param {readonly WireDeck[]} decks
 * @param {boolean} canPutOnAir
 */
export function decksView(decks, canPutOnAir) {
  count = Math.max(decks.length, canPutOnAir ? count : 0);
  // Places in the list are the keys if all labels have letters, or two sources have the same.
  const areKeys =
    decks.some(({ deck }) => /^\d$/.test(deck)) &&
    new Set(decks.map(({ deck }) => deck)).size === decks.length;
  return count === 0
    ? nothing
    : html`<section class="plate decks-plate" aria-labelledby="decks-heading">
        <h2 class="label" id="decks-heading">${word('operator.decks')}</h2>
        <ul class="decks" id="decks" data-home>
          ${repeat(
            decks,
            ({ device, deck }) => `${device}/${deck}`,
            (view, index) => deckView(view, canPutOnAir, areKeys ? view.deck : index + 1),
          )}
          ${decks.length === 0 ? html`<li class="dim">${word('operator.no-decks')}</li>` : nothing}
        </ul>
      </section>`;
}

/**
 * @param {WireDeck} view
 * @param {boolean} canPutOnAir
 * @param {string | number} key
 */
function deckView(view, canPutOnAir, key) {
  const { deck, loaded, hidden, featured, level, play, reachable } = view;
  const reason = translated(view.reason) || word(view.playing ? 'operator.playing' : 'operator.not-playing');
  const kind = !loaded ? 'empty' : featured ? (hidden ? 'live secret' : 'live') : '';
  return html`<li class="deck ${kind}" data-home .style=${`--deck: ${COLORS.get(view.color) ?? 'transparent'}`}>
    <b class="deck-name">${deck}</b>
    ${
      loaded
        ? html`<div class="names">
            <p class="deck-track cut" dir="auto">${hidden ? word('operator.hidden-track') : linesOf(view, play === null ? '…' : undefined)[0]}</p>
            <p class="deck-artist dim cut" dir="auto">${hidden ? whyHidden(view.hiddenBy) : linesOf(view)[1]}</p>
          </div>
          ${featured ? html`<span class="onair"><span class="led ${hidden ? 'warn' : 'good'}"></span>${hidden ? word('air.hidden') : word('page.on-air')}</span>` : nothing}
          ${
            canPutOnAir && !featured
              ? html`<button class="btn deck-air" type="button"
                  aria-disabled=${play === null || !reachable}
                  @click=${press(() => perform('onair', { deck, play }, word('operator.putting')))}>
                  ${word('operator.put-on-air')} <span class="sr">${word('operator.deck', { deck })}</span> <kbd aria-hidden="true">${key}</kbd>
                </button>`
              : nothing
          }
          ${level === null || !reachable ? nothing : html`<span class="meter ${featured && !hidden ? 'live' : ''}" role="img" .style=${`--v: ${level}`} aria-label=${word('operator.level', { percent: Math.round(level * 100) })}></span>`}
          <p class="deck-reason small dim">${reason}</p>`
        : html`<p class="dim">${word('operator.empty')}</p>`
    }
  </li>`;
}
