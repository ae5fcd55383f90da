/**
 * Correction of a track's names in the set, with its sound if it is of a recording.
 *
 * @import { WireHistoryEntry } from '../src/web/wire/events.ts'
 */
import { post, read, refusalIn } from './api.js';
import { html, nothing } from './lit/lit-html.js';
import { isHere } from './shell.js';
import { translated } from './text.js';
import { createTask } from './view.js';
import { word } from './words.js';

/**
 * @param {() => void} redraw
 * @param {() => unknown} saved
 */
export function createReview(redraw, saved) {
  const task = createTask(redraw);
  /** Id of the open track. */
  let open = '';
  /** @param {Event & { target: HTMLFormElement }} event @param {string} session @param {number} position */
  const save = (event, session, position) => {
    event.preventDefault();
    const { artist, title } = Object.fromEntries(new FormData(event.target));
    return task.run('', async () => {
      const set = session === '' ? {} : { session: Number(session) };
      const reason = await post('edit', { ...set, position, artist, title });
      if (reason !== '') {
        return { done: false, reason: translated(reason) };
      }
      open = '';
      await saved();
      return '';
    });
  };

  return {
    /** @param {string} id */
    isOpen: (id) => open === id,
    /** @param {string} id @param {WireHistoryEntry} entry */
    toggle(id, { soundFrom }) {
      open = open === id ? '' : id;
      task.say('');
      requestAnimationFrame(() => document.querySelector('.review')?.scrollIntoView({ block: 'nearest' }));
      if (open !== '' && isHere && soundFrom !== undefined) {
        // Lets this page in, because the player can't ask.
        void read('recording').catch((error) => task.say(refusalIn(error), true));
      }
    },
    /** @param {string} id @param {WireHistoryEntry} entry @param {string} session */
    view: (
      id,
      { position, soundFrom, artist, title },
      session,
    ) => html`<tr class="review"><td colspan="5" data-home>
        ${soundFrom === undefined || task.isWrong || !isHere ? nothing : html`<audio controls preload="none" src="/api/v1/recording/sound?session=${session}&position=${position}#t=${soundFrom}"></audio>`}
        <form data-next=${id} @submit=${(/** @type {Event & { target: HTMLFormElement }} */ event) => save(event, session, position)}>
          <input name="artist" dir="auto" autocomplete="off" aria-label=${word('operator.artist')} placeholder=${word('operator.artist')} .value=${artist}>
          <input name="title" dir="auto" autocomplete="off" aria-label=${word('operator.title')} placeholder=${word('operator.title')} .value=${title}>
          <button class="btn" type="submit">${word(soundFrom === undefined ? 'operator.correct-it' : 'recording.is-right')}</button>
        </form>
        <p class="small" role="status">${task.text}</p>
      </td></tr>`,
  };
}
