/**
 * Correction of a track's names in the set, with its sound if it is of a recording.
 *
 * @import { WireHistoryEntry } from '../src/web/wire/events.ts'
 */
import { post, read, refusalIn } from './api.js';
import { html, nothing } from './lit/lit-html.js';
import { isHere } from './shell.js';
import { createTask } from './task.js';
import { translated } from './text.js';
import { word } from './words.js';

function bringIntoView() {
  const row = document.querySelector('.review');
  row?.scrollIntoView({ block: 'nearest' });
  row?.querySelector('input')?.focus({ preventScroll: true });
}

/**
 * @param {() => void} redraw
 * @param {() => unknown} saved
 */
export function createReview(redraw, saved) {
  const task = createTask(redraw);
  /** Whether the user has changed the names in the form. */
  let isChanged = false;
  /** Id of the open track. */
  let open = '';
  const close = () => {
    document.getElementById(open)?.focus();
    open = '';
    redraw();
  };
  const cancelButton = html`<button class="btn quiet" type="button" @click=${close}>${word('operator.cancel')}</button>`;
  /** @param {Event & { target: HTMLFormElement }} event @param {object} place */
  const save = (event, place) => {
    event.preventDefault();
    const { artist, title } = Object.fromEntries(new FormData(event.target));
    return perform('edit', { ...place, artist, title });
  };
  /** @param {string} verb @param {object} body */
  const perform = (verb, body) =>
    task.run('', async () => {
      const reason = await post(verb, body);
      if (reason !== '') {
        return { done: false, reason: translated(reason) };
      }
      close();
      await saved();
      return '';
    });
  /** @param {'hide' | 'reveal'} verb @param {object} place @param {string} session */
  const button = (verb, place, session) =>
    html`<button class="btn" type="button" @click=${() => perform(verb, { ...place, ...(verb === 'reveal' && { earlier: true }) })}>${word(verb === 'hide' ? 'operator.hide' : session === '' ? 'operator.show' : 'set.show')}</button>`;

  return {
    /** @param {string} id */
    isOpen: (id) => open === id,
    /** @param {string} id @param {WireHistoryEntry} entry */
    toggle(id, { soundFrom }) {
      open = open === id ? '' : id;
      isChanged = false;
      task.say('');
      // Once the row is drawn, perhaps in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(bringIntoView));
      if (open !== '' && isHere && soundFrom !== undefined) {
        // Lets this page in, because the player can't ask.
        void read('recording').catch((error) => task.say(refusalIn(error), true));
      }
    },
    /** @param {WireHistoryEntry} entry @param {string} session  empty: the running set, which has the id `set` @param {string | undefined} set */
    view({ position, hidden, unsure, soundFrom, artist, title }, session, set) {
      const place = { ...(session === '' ? { set } : { session: Number(session) }), position };
      return html`<tr class="review"><td colspan="5" data-home>
        ${soundFrom === undefined || task.isWrong || !isHere ? nothing : html`<audio controls preload="none" src="/api/v1/recording/sound?session=${session}&position=${position}#t=${soundFrom}"></audio>`}
        ${
          hidden
            ? html`<p class="row">${button('reveal', place, session)}${cancelButton}</p>`
            : html`<form @input=${(
                /** @type {Event & { currentTarget: HTMLFormElement }} */ { currentTarget },
              ) => {
                const names = new FormData(currentTarget);
                isChanged = names.get('title') !== title || names.get('artist') !== artist;
                redraw();
              }} @submit=${(/** @type {Event & { target: HTMLFormElement }} */ event) => save(event, place)}>
          <label>${word('operator.title')} <input name="title" dir="auto" autocomplete="off" .value=${title}></label>
          <label>${word('operator.artist')} <input name="artist" dir="auto" autocomplete="off" .value=${artist}></label>
          <button class="btn" type="submit">${word(unsure && !isChanged ? 'recording.is-right' : 'operator.correct-it')}</button>
          ${button('hide', place, session)}
          ${cancelButton}
        </form>`
        }
        <p class="small" role="status">${task.text}</p>
      </td></tr>`;
    },
  };
}
