/** Asks before a new set begins or the show ends, and does it. */
import { html, nothing } from './lit/lit-html.js';
import { facts, perform, titleOf, whichTrack } from './on-air.js';
import { dayOf } from './times.js';
import { press } from './view.js';
import { word } from './words.js';

/** @param {() => void} close @param {() => unknown} begun */
export function createNewSet(close, begun) {
  /** @param {'new-set' | 'end'} verb @param {object} body @param {string} doing @param {string} done */
  const act = async (verb, body, doing, done) => {
    // The answer would be two screens above a phone's button.
    // The whole place of answers: longer ones need more of it.
    document.querySelector('.reply')?.scrollIntoView({ block: 'nearest' });
    close();
    await perform(verb, body, doing, done, begun);
  };
  /** @param {object} body */
  const begin = (body) => act('new-set', body, word('set.beginning'), word('set.begun'));
  /** @param {string} text @param {boolean} isMain @param {object} body  for the track that the text names @param {boolean} [isUsable] */
  const choice = (
    text,
    isMain,
    body,
    isUsable = true,
  ) => html`<button class="btn ${isMain ? 'key' : ''}" type="button" data-next="answer" aria-disabled=${!isUsable}
        @click=${press(() => begin(body))}><span class="cut" dir="auto">${text}</span></button>`;
  /** The track on air comes first if it plays when the panel opens. Later changes move no button under a finger. */
  let goesOn = false;
  let hadTrack = false;
  let name = '';
  /** @type {string | undefined} */
  let asked;
  return {
    endView() {
      const track = whichTrack();
      return html`<div class="ask">
        <p>${word('set.end-about')}</p>
        <div class="row wrap"><button class="btn key" type="button" data-next="answer" aria-disabled=${track.position === undefined}
          @click=${press(() => act('end', track, word('set.ending'), word('set.ended')))}>${word('set.end-now')}</button>
        <button class="btn quiet" type="button" data-next="end" @click=${close}>${word('operator.cancel')}</button></div>
      </div>`;
    },
    /** @param {readonly { startedAt: string }[]} tracks  of the set so far @param {string | undefined} set  its id */
    view: ([first, second], set) => {
      const track = whichTrack();
      const { isVisible, isPlaying, isStored } = facts();
      const isOnAir = track.position !== undefined;
      const hasTrack = isOnAir && second !== undefined;
      if (document.querySelector('.ask') === null) {
        asked = set;
        hadTrack = hasTrack;
        goesOn = hasTrack && isPlaying;
      }
      const next = choice(word('set.new-next'), !goesOn, isOnAir ? { ...track, next: true } : {});
      if (hasTrack) {
        name = isVisible ? word('set.new-this', { track: titleOf() }) : word('set.new-hidden');
      }
      const one = hasTrack || hadTrack ? choice(name, goesOn, track, hasTrack) : nothing;
      return html`<div class="ask">
        <p>${set !== asked ? word('set.begun') : isStored ? word('set.new-about', { set: dayOf(first?.startedAt ?? '') }) : word('set.new-lost')}</p>
        ${goesOn ? [one, next] : [next, hadTrack ? one : nothing]}
        <button class="btn quiet" type="button" data-next="new-set" @click=${close}>${word('operator.cancel')}</button>
        ${hadTrack ? nothing : one}
      </div>`;
    },
  };
}
