/**
 * Tracklists of recordings: analysis of a file on deckcast's own computer. The server refuses other computers.
 *
 * @import { RecordingMessage } from '../src/web/wire/recording.ts'
 * @import { PathsMessage } from '../src/web/wire/settings.ts'
 */
import { send } from './api.js';
import { focusLater } from './focus.js';
import { html, nothing } from './lit/lit-html.js';
import { showNewest } from './newest.js';
import { createPathSuggestions } from './paths.js';
import { refusalIn } from './refusal.js';
import { option, readSettings, save } from './saved.js';
import { createTask } from './task.js';
import { sentence, translated } from './text.js';
import { lengthOf } from './times.js';
import { press } from './view.js';
import { word } from './words.js';

const ASKED_EVERY_MS = 1_000;
/** Key of the path that the user had typed before the way to the settings, which lead back while it is stored. */
const LEFT_KEY = 'deckcast.recording-left';
const STEPS = {
  index: word('recording.index'),
  read: word('recording.read'),
  search: word('recording.search'),
  compare: word('recording.compare'),
};
/**
 * Programs whose libraries `hear.library` takes, with their names, by source.
 *
 * @type {Readonly<Record<string, readonly (readonly [library: string, program: string])[]>>}
 */
const LIBRARIES = {
  hwdevice: [['engine', 'Engine DJ']],
  softb: [
    ['serato', 'Serato'],
    ['mixxx', 'Mixxx'],
  ],
};

/**
 * @param {() => void} redraw
 * @param {(session: number) => void} show  shows a set that was just stored
 */
export function createRecording(redraw, show) {
  const task = createTask(redraw);
  /** @type {RecordingMessage | undefined} */
  let state;
  let isAsking = false;
  let isAskedAgain = false;
  let lacksMusic = false;
  const suggest = createPathSuggestions(redraw, 'recording-paths');
  const load = showNewest('recording', (/** @type {RecordingMessage} */ message) => {
    if (isAnalyzing() && message.step === 'stored' && message.session !== null) {
      show(message.session);
    }
    state = message;
    redraw();
  });
  /** Suggested until the user types. @type {readonly string[]} */
  let recent = [];
  let isTyped = false;
  const left = sessionStorage.getItem(LEFT_KEY);
  sessionStorage.removeItem(LEFT_KEY);
  let isBack = left !== null;
  const loadRecent = showNewest('recording/files', (/** @type {PathsMessage} */ { paths }) => {
    recent = paths;
    redraw();
  });
  const isAnalyzing = () => state !== undefined && state.step in STEPS;

  /** Shows the progress until the analysis has ended. */
  async function follow() {
    if (isAsking) {
      // An analysis may have begun since the answer.
      isAskedAgain = true;
      return;
    }
    isAsking = true;
    do {
      isAskedAgain = false;
      await load('').catch((error) => task.say(refusalIn(error), true));
      if (!isAnalyzing()) {
        // Later, because the server lets in only the first of two requests that ask for the right.
        await readMusic();
        await loadRecent('').catch(() => undefined);
      }
    } while (isAskedAgain);
    isAsking = false;
    if (isAnalyzing()) {
      setTimeout(follow, ASKED_EVERY_MS);
    }
  }

  /** Where settings can't be read, the server tells the same at the begin. */
  async function readMusic() {
    const isRead = await readSettings().catch(() => false);
    lacksMusic = isRead && option('hear.library')?.value === '';
    redraw();
  }

  /** Focuses the field once it is drawn, after the way back from the settings. */
  function focusIfBack() {
    const field = document.getElementById('recording-path');
    if (isBack && field !== null) {
      isBack = false;
      field.focus();
    }
  }

  function typedPath() {
    const field = document.getElementById('recording-path');
    return field instanceof HTMLInputElement ? field.value.trim() : '';
  }

  async function begin() {
    const path = typedPath();
    if (path === '') {
      document.getElementById('recording-path')?.focus();
      return '';
    }
    const focus = focusLater();
    const answer = await send('POST', 'recording', { path });
    await follow();
    if (lacksMusic) {
      focus(document.getElementById('recording-music'));
      return '';
    }
    return answer.done ? '' : { done: false, reason: sentence(translated(answer.reason)) };
  }

  async function stop() {
    await send('DELETE', 'recording', {});
    return '';
  }

  function progressView() {
    if (state === undefined || !isAnalyzing()) {
      return nothing;
    }
    const { step, done, secondsLeft } = state;
    const name = STEPS[/** @type {keyof typeof STEPS} */ (step)];
    const part = done ?? 0;
    const percent = Math.floor(100 * part);
    const time = lengthOf((secondsLeft ?? 0) * 1_000);
    const left = secondsLeft === null ? '' : word('recording.left', { time });
    const rest =
      percent === 100 ? [word('recording.almost-done')] : [done === null ? '' : `${percent} %`, left];
    return html`<span class="meter live" role="progressbar" aria-label=${name} aria-valuemin="0"
        aria-valuemax="100" aria-valuenow=${Math.round(100 * part)} .style=${`--v: ${part}`}></span>
      <p class="small num">${[name, ...rest].filter(Boolean).join(' · ')}</p>`;
  }

  function said() {
    if (task.text !== '' || state === undefined) {
      return task.text;
    }
    return state.step === 'stopped' ? word('recording.stopped') : sentence(translated(state.problem));
  }

  /** @param {string} library */
  async function takeLibrary(library) {
    const { saved, reason } = await save({ 'hear.library': [library] });
    await readMusic();
    return { done: saved, reason };
  }

  function musicView() {
    const source = option('source');
    // The user did not choose a default.
    const sources = source?.origin.from === 'default' ? [] : (source?.items ?? []);
    const libraries = sources.flatMap((name) => LIBRARIES[name] ?? []);
    return html`<p>${word('recording.needs-music')}
        <a id="recording-music" href="/settings/#hear.library" @click=${() => sessionStorage.setItem(LEFT_KEY, typedPath())}>${word('recording.name-music')}</a></p>
      ${libraries.length === 0 ? nothing : html`<div class="row wrap">${libraries.map(libraryView)}</div>`}`;
  }

  /** @param {readonly [library: string, program: string]} one */
  const libraryView = ([library, program]) =>
    html`<button class="btn" type="button" data-next="recording-path" aria-disabled=${task.isBusy}
      @click=${press(() => task.run('', () => takeLibrary(library)))}>${word('recording.library', { program })}</button>`;

  return {
    follow,
    view() {
      requestAnimationFrame(focusIfBack);
      return html`<div class="recording">
        ${lacksMusic ? musicView() : nothing}
        <label for="recording-path">${word('recording.path')}</label>
        <div class="row wrap">
          <input id="recording-path" type="text" list=${isTyped ? 'recording-paths' : 'recording-recent'} autocomplete="off" spellcheck="false" .value=${state?.path || (left ?? '')}
            @input=${(/** @type {Event & { target: HTMLInputElement }} */ { target }) => {
              isTyped = target.value !== '';
              void suggest.type(target.value);
              redraw();
            }}
            @keydown=${(/** @type {KeyboardEvent} */ event) =>
              event.key === 'Enter' && !event.isComposing && !isAnalyzing() && task.run('', begin)}>
          <datalist id="recording-recent">${recent.map((path) => html`<option value=${path}></option>`)}</datalist>
          ${suggest.view()}
          ${
            isAnalyzing()
              ? html`<button class="btn" id="recording-stop" type="button" data-next="recording-begin" @click=${press(() => task.run('', stop))}>${word('recording.stop')}</button>`
              : html`<button class="btn" id="recording-begin" type="button" data-next="recording-stop" aria-disabled=${task.isBusy} @click=${press(() => task.run('', begin))}>${word('recording.begin')}</button>`
          }
        </div>
        ${progressView()}
        <p id="recording-answer" role="status">${said()}</p>
        <p class="small dim">${word('recording.about')}</p>
      </div>`;
    },
  };
}
