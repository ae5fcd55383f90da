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
    view: () => html`<div class="row wrap" id="new-set">
        <p>${word('set.new-about')}</p>
        <button class="btn" type="button" data-next="which" @click=${press(begin)}>${word('set.begin')}</button>
        <button class="btn quiet" type="button" data-next="which" @click=${close}>${word('operator.cancel')}</button>
      </div>`,
  };
}
