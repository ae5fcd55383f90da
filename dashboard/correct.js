/**
 * The dialog that corrects the names of the track that was on air when it was opened.
 *
 * @import { EventMessage, WireTrack } from '../src/web/wire/events.ts'
 */
import { byId } from './dom.js';
import { html, render } from './lit/lit-html.js';
import { linesOf } from './text.js';
import { word } from './words.js';

/** @typedef {{ play: string, track: WireTrack | null, request: { set?: string, position?: number } }} OnAirNow  `request` names the track */

/**
 * Adds the dialog to the page.
 *
 * @param {() => OnAirNow} now
 * @param {(verb: string, body: object, doing: string, done: string, then: () => void) => Promise<void>} perform
 * @param {(text: string) => void} answer
 */
export function createCorrection(now, perform, answer) {
  let opened = now();
  /** Play whose typed names the server has not confirmed: they are offered again. */
  let unsaved = '';
  const place = document.createElement('div');
  document.body.append(place);
  render(
    html`<dialog id="edit-dialog" aria-labelledby="edit-heading">
      <form method="dialog" @submit=${submit}>
        <h2 id="edit-heading" dir="auto"></h2>
        <p class="dim" id="edit-hidden">${word('operator.empty-keeps')}</p>
        <p class="field"><label for="edit-title">${word('operator.title')}</label>
          <input id="edit-title" name="title" maxlength="1000" autocomplete="off" dir="auto"></p>
        <p class="field"><label for="edit-artist">${word('operator.artist')}</label>
          <input id="edit-artist" name="artist" maxlength="1000" autocomplete="off" dir="auto"></p>
        <div class="row">
          <button class="btn key" type="submit" value="save">${word('operator.correct-it')}</button>
          <button class="btn" type="submit" value="cancel" formnovalidate>${word('operator.cancel')}</button>
        </div>
      </form>
    </dialog>`,
    place,
  );
  const title = byId('edit-title', HTMLInputElement);
  const artist = byId('edit-artist', HTMLInputElement);
  const fields = [title, artist];
  const dialog = byId('edit-dialog', HTMLDialogElement);
  const heading = byId('edit-heading', HTMLElement);
  const aboutHidden = byId('edit-hidden', HTMLElement);

  /** Says which track is corrected. @param {WireTrack | null} track  null if it is hidden */
  function name(track) {
    aboutHidden.hidden = track !== null;
    heading.textContent =
      track === null
        ? word('operator.correct-hidden')
        : word('operator.correct-named', { track: linesOf(track).filter(Boolean).join(' – ') });
  }

  /** @param {SubmitEvent} event */
  function submit({ submitter }) {
    if (submitter instanceof HTMLButtonElement && submitter.value === 'save') {
      void correct();
    } else {
      unsaved = '';
    }
  }

  async function correct() {
    // Sends only changed fields, because the page doesn't know the names of a hidden track.
    const changed = fields.filter(({ value, defaultValue }) => value !== defaultValue);
    if (changed.length === 0) {
      answer(word('operator.names-stay'));
      return;
    }
    const names = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
    const done = aboutHidden.hidden ? '' : word('operator.corrected');
    const { play, request } = opened;
    unsaved = play;
    await perform('edit', { ...names, ...request }, word('operator.correcting'), done, () => {
      unsaved = unsaved === play ? '' : unsaved;
    });
  }

  return {
    open() {
      opened = now();
      const { play, track } = opened;
      const typed =
        play === unsaved ? fields.filter(({ value, defaultValue }) => value !== defaultValue) : [];
      name(track);
      title.defaultValue = track?.title ?? '';
      artist.defaultValue = track?.artist ?? '';
      for (const field of fields) {
        if (!typed.includes(field)) {
          field.value = field.defaultValue;
        }
      }
      dialog.showModal();
    },
    /**
     * Clears the names that the dialog was opened with once their track is hidden, or over and the dialog closed. The
     * user's input stays.
     *
     * @param {EventMessage} event
     */
    watchNames(event) {
      const { play, request } = opened;
      const isOver = now().play !== play;
      const listed = 'previous' in event ? event.previous : [];
      const isHidden = isOver
        ? event.set === request.set &&
          listed.some(({ position, hidden }) => hidden && position === request.position)
        : now().track === null;
      if (!isHidden && (!isOver || dialog.open)) {
        return;
      }
      if (isHidden) {
        name(null);
      }
      for (const field of fields) {
        if (field.value === field.defaultValue) {
          field.value = '';
        }
        field.defaultValue = '';
      }
    },
  };
}
