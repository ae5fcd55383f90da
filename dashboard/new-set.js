/** Asks before a new set begins, and begins it. */
import { html } from './lit/lit-html.js';
import { perform, whichTrack } from './on-air.js';
import { press } from './view.js';
import { word } from './words.js';

/** @param {() => void} close @param {() => unknown} begun */
export function createNewSet(close, begun) {
  const begin = async () => {
    close();
    await perform('new-set', whichTrack(), word('set.beginning'), word('set.begun'), begun);
  };
  return {
    /** @param {boolean} isOnAir */
    view: (isOnAir) => html`<div class="row wrap ask">
        <p>${word('set.new-about')}</p>
        <button class="btn" type="button" data-next="which" @click=${press(begin)}>${word(isOnAir ? 'set.new-this' : 'set.new-next')}</button>
        <button class="btn quiet" type="button" data-next="new-set" @click=${close}>${word('operator.cancel')}</button>
      </div>`,
  };
}
