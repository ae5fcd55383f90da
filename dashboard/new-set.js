/** Asks before a new set begins, and begins it. */
import { html, nothing } from './lit/lit-html.js';
import { facts, perform, titleOf, whichTrack } from './on-air.js';
import { dayOf } from './times.js';
import { press } from './view.js';
import { word } from './words.js';

/** @param {() => void} close @param {() => unknown} begun */
export function createNewSet(close, begun) {
  /** @param {object} body */
  const begin = async (body) => {
    // The answer would be two screens above a phone's button.
    document.getElementById('answer')?.scrollIntoView({ block: 'nearest' });
    close();
    await perform('new-set', body, word('set.beginning'), word('set.begun'), begun);
  };
  /** @param {string} text @param {boolean} isMain @param {object} body  for the track that the text names */
  const choice = (
    text,
    isMain,
    body,
  ) => html`<button class="btn ${isMain ? 'key' : ''}" type="button" data-next="answer"
        @click=${press(() => begin(body))}><span class="cut" dir="auto">${text}</span></button>`;
  return {
    /** @param {readonly { startedAt: string }[]} tracks  of the set so far */
    view: ([first, second]) => {
      const track = whichTrack();
      const { isVisible, isPlaying, isStored } = facts();
      const isOnAir = track.position !== undefined;
      const goesOn = isOnAir && second !== undefined && isPlaying;
      const next = choice(word('set.new-next'), !goesOn, isOnAir ? { ...track, next: true } : {});
      const name = isVisible ? word('set.new-this', { track: titleOf() }) : word('set.new-hidden');
      const one = isOnAir && second !== undefined ? choice(name, goesOn, track) : nothing;
      return html`<div class="row wrap ask">
        <p>${isStored ? word('set.new-about', { set: dayOf(first?.startedAt ?? '') }) : word('set.new-lost')}</p>
        ${goesOn ? [one, next] : [next, one]}
        <button class="btn quiet" type="button" data-next="new-set" @click=${close}>${word('operator.cancel')}</button>
      </div>`;
    },
  };
}
