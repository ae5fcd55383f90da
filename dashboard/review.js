/**
 * Correction of a track's names in the set, with its sound if it is of a recording.
 *
 * @import { WireHistoryEntry } from '../src/web/wire/events.ts'
 */
import { post, read } from './api.js';
import { html, nothing } from './lit/lit-html.js';
import { refusalIn } from './refusal.js';
import { isHere } from './shell.js';
import { createTask } from './task.js';
import { translated } from './text.js';
import { timeOf } from './times.js';
import { word } from './words.js';

/** Called before the page is drawn: scrolls it so that the open row's buttons stay under a finger. */
function keepPlace() {
  const row = document.querySelector('.review');
  const place = () => row?.getBoundingClientRect().top ?? 0;
  const before = place();
  queueMicrotask(() => {
    if (row?.isConnected && before > 0 && before < innerHeight) {
      for (const scroller of [row.closest('.scroll'), document.documentElement]) {
        scroller?.scrollBy(0, place() - before);
      }
    }
  });
}

/**
 * @param {() => void} redraw
 * @param {() => void} shut
 * @param {() => unknown} saved
 */
export function createReview(redraw, shut, saved) {
  const task = createTask(redraw);
  /** Whether the user has changed the names in the form. */
  let isChanged = false;
  /** Id of the open track's button. */
  let open = '';
  /** Whether the list of removed tracks is open, as it is after a removal, which may have been a mistake. */
  let isListOpen = false;
  const close = () => {
    document.getElementById(open)?.focus();
    shut();
  };
  const cancelButton = html`<button class="btn" type="button" @click=${close}>${word('operator.cancel')}</button>`;
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
  /** @param {object} place @param {boolean} removed */
  const remove = async (place, removed) => {
    isListOpen ||= removed;
    await perform('edit', { ...place, removed });
  };
  /** @param {number} position @param {string} session  empty: the running set, which has the id `set` @param {string | undefined} set */
  const placeOf = (position, session, set) => ({
    ...(session === '' ? { set } : { session: Number(session) }),
    position,
  });
  /** @param {object} place */
  const removeButton = (place) =>
    html`<button class="btn" type="button" @click=${() => remove(place, true)}>${word('set.remove')}</button>`;
  /** @param {'hide' | 'reveal'} verb @param {object} place @param {string} session */
  const button = (verb, place, session) =>
    html`<button class="btn" type="button" @click=${() => perform(verb, { ...place, ...(verb === 'reveal' && { earlier: true }) })}>${word(verb === 'hide' ? 'operator.hide' : session === '' ? 'operator.show' : 'set.show')}</button>`;

  return {
    keepPlace,
    /** @param {string} id  of the pressed button, perhaps another form's @param {WireHistoryEntry} [entry] */
    begin(id, entry) {
      open = entry === undefined ? '' : id;
      isChanged = false;
      task.say('');
      if (isHere && entry?.soundFrom !== undefined) {
        // Lets this page in, because the player can't ask.
        void read('recording').catch((error) => task.say(refusalIn(error), true));
      }
    },
    /** @param {readonly WireHistoryEntry[]} removed @param {string} session @param {string | undefined} set */
    removedView(removed, session, set) {
      return html`<details class="removed" .open=${isListOpen} @toggle=${(
        /** @type {Event & { target: HTMLDetailsElement }} */ { target },
      ) => {
        isListOpen = target.open;
      }}>
          <summary>${word('set.removed', { count: removed.length })}</summary>
          <ul>${removed.map(
            ({ position, startedAt, hidden, title, artist }) => html`<li>
            <span class="num dim">${timeOf(startedAt)}</span>
            <span dir="auto">${hidden ? `${word('operator.hidden-track')} (#${position})` : [artist, title].filter(Boolean).join(' – ') || word('air.untitled')}</span>
            <button class="btn" type="button" aria-label=${word('set.put-back-track', { position })} @click=${() => remove(placeOf(position, session, set), false)}>${word('set.put-back')}</button></li>`,
          )}</ul>
          ${open === '' ? html`<p class="small" role="status">${task.text}</p>` : nothing}
        </details>`;
    },
    /** @param {WireHistoryEntry} entry @param {string} session @param {string | undefined} set */
    view({ position, hidden, unsure, soundFrom, artist, title }, session, set) {
      const place = placeOf(position, session, set);
      return html`<tr class="review"><td colspan="5" data-home>
        ${soundFrom === undefined || task.isWrong || !isHere ? nothing : html`<audio controls preload="none" src="/api/v1/recording/sound?session=${session}&position=${position}#t=${soundFrom}"></audio>`}
        ${
          hidden
            ? html`<p class="row">${button('reveal', place, session)}${removeButton(place)}${cancelButton}</p>`
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
          ${removeButton(place)}
          ${cancelButton}
        </form>`
        }
        ${hidden || session !== '' ? nothing : html`<p class="small dim">${word('set.hide-about')}</p>`}
        <p class="small" role="status">${task.text}</p>
      </td></tr>`;
    },
  };
}
