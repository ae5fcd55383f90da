/**
 * Form that saves the shown set as a file for other programs and sites.
 *
 * @import { PageText } from './words.js'
 */
import { Refused, read } from './api.js';
import { copyText } from './copy-text.js';
import { byId } from './dom.js';
import { html, nothing } from './lit/lit-html.js';
import { saveFile } from './save-file.js';
import { isHere, mayConfigure } from './shell.js';
import { createTask } from './task.js';
import { press } from './view.js';
import { word } from './words.js';

/** Server's ids, most used first. */
const FORMATS = ['txt', 'youtube', 'mixcloud', '1001tracklists', 'cue', 'csv', 'm3u', 'markdown', 'json'];
/** Formats that users paste into a page, so that they can be copied. */
const TEXTS = ['txt', 'youtube', 'mixcloud', '1001tracklists', 'markdown'];
/** Formats with times in a recording or video. */
const TIMED = ['youtube', 'cue', 'mixcloud', '1001tracklists'];
/** Reports to collecting societies. */
const REPORTS = ['soundexchange', 'prs', 'cuesheet-csv'];

/** Columns whose facts are settings. */
const OF_SETTINGS = /Station|Programme|Broadcaster|SERVICE|CATEGORY|HOURS/;

/** Storage key of the last name of a recording. */
const RECORDING_KEY = 'deckcast.recording';

/**
 * @param {() => void} redraw
 * @param {() => { id: string, session: string, recording: string }} shown  set, its session, empty for this one, and its recording's name
 * @param {() => Promise<unknown>} chooseRecording
 */
export function createExport(redraw, shown, chooseRecording) {
  const task = createTask(redraw);
  let format = 'txt';
  /** Facts that the last report lacks. @type {readonly string[]} */
  let lacks = [];
  /** The last copied text, shown so that the user can copy it by hand. */
  let text = '';
  /** Set that was exported. */
  let exported = '';

  async function readFile() {
    const query = new URLSearchParams();
    const { id, session, recording } = shown();
    exported = id;
    const [since, until] = isReport() ? ['since', 'until'].map((id) => byId(id, HTMLInputElement).value) : [];
    if (since || until) {
      query.set('since', since ?? '');
      query.set('until', until ?? '');
    } else if (session !== '') {
      query.set('session', session);
    }
    const offset = isTimed() ? offsetIn(byId('export-begins', HTMLInputElement)) : '';
    if (offset !== '') {
      query.set('offset', offset);
    }
    if (format === 'cue') {
      const name = byId('recording-name', HTMLInputElement).value.trim();
      query.set('file', name);
      if (recording === '') {
        localStorage.setItem(RECORDING_KEY, name);
      }
    }
    lacks = [];
    const file = await read(`history/${format}?${query}`);
    lacks = (file.headers.get('X-Deckcast-Lacks') ?? '').split('; ').filter(Boolean);
    return file;
  }

  /** Returns the typed offset for the server; empty without one. Throws Refused for other text. @param {HTMLInputElement} field */
  function offsetIn(field) {
    const typed = field.value.trim();
    if (typed === '') {
      return '';
    }
    if (!/^(\d+|(\d+:)?\d+:[0-5]?\d)$/.test(typed)) {
      field.focus();
      throw new Refused(word('set.begins-how'), 400);
    }
    const seconds = typed.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
    return `${byId('export-side', HTMLSelectElement).value}${seconds}s`;
  }

  /** A script downloads, because a link could not send the token. */
  async function download() {
    const file = await readFile();
    await saveFile(file, 'set.txt');
    return differenceOf(file);
  }

  async function copy() {
    const file = await readFile();
    text = await file.text();
    redraw();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const isCopied = await copyText(byId('export-text', HTMLTextAreaElement));
    return [word(isCopied ? 'look.copied' : 'setup.press-ctrl-c'), differenceOf(file)]
      .filter(Boolean)
      .join(' ');
  }

  /** Says how the file differs from the set; empty if it doesn't. @param {Response} file */
  function differenceOf(file) {
    const intro = file.headers.has('X-Deckcast-Intro') ? word('set.intro') : '';
    return [intro, lackOf(file)].filter(Boolean).join(' ');
  }

  /** Names the tracks that the file lacks; empty if it lacks none. @param {Response} file */
  function lackOf(file) {
    const hidden = Number(file.headers.get('X-Deckcast-Hidden'));
    const recordings = decodeURIComponent(file.headers.get('X-Deckcast-Recordings') ?? '');
    const names = file.headers.get('X-Deckcast-Shortened');
    const tracks = file.headers.get('X-Deckcast-Left-Out');
    if (hidden > 0 || recordings !== '') {
      return [
        hidden > 1 ? word('set.hidden', { count: hidden }) : hidden === 1 ? word('set.hidden-one') : '',
        recordings === '' ? '' : word('set.recordings', { recordings }),
      ]
        .filter(Boolean)
        .join(' ');
    }
    if (tracks === null) {
      return '';
    }
    return names === null ? word('set.cue-full', { tracks }) : word('set.shortened', { names, tracks });
  }

  /** @param {string} value */
  const optionView = (value) =>
    html`<option value=${value} ?selected=${value === format}>${word(/** @type {PageText} */ (`set.as-${value}`))}</option>`;

  /** The times of a recording's set are its own. */
  const isTimed = () => TIMED.includes(format) && shown().recording === '';
  const beginsView = () => html`<div class="field"><label for="export-begins">${word('set.begins')}</label>
      <div class="line"><input id="export-begins" placeholder="0:00" autocomplete="off" maxlength="9" aria-describedby="export-answer">
      <select id="export-side" aria-label=${word('set.begins')}>
        <option value="-">${word('set.begins-before')}</option><option value="">${word('set.begins-after')}</option>
      </select></div></div>`;
  async function fromRecording() {
    await chooseRecording();
    requestAnimationFrame(() => document.getElementById('recording-path')?.focus());
  }
  const isReport = () => REPORTS.includes(format);
  /** @param {string} id @param {string} label */
  const dayView = (id, label) => html`<label>${label} <input type="date" id=${id}></label>`;
  const periodView = () => html`<div class="days">
      ${dayView('since', word('set.since'))} ${dayView('until', word('set.until'))}
      <span class="small">${word('set.without-dates')}</span>
    </div>`;

  const lacksView = () => html`<p>${word('set.lacks')}
      ${mayConfigure() && lacks.some((lack) => OF_SETTINGS.test(lack)) ? html`<a href="/settings/#report.service">${word('set.report-facts')}</a>` : nothing}</p>
    <ul class="lacks">${lacks.map((lack) => html`<li>${wordsOf(lack)}</li>`)}</ul>`;

  /** The answer is about this set, or not given yet. */
  const isOfSet = () => shown().id === exported;

  return {
    forgetAnswer() {
      lacks = [];
      task.say('');
    },
    view: () => html`<div class="export whole">
        <select id="format" aria-label=${word('set.export-as')} @change=${(
          /** @type {Event & { target: HTMLSelectElement }} */ { target },
        ) => {
          format = target.value;
          text = '';
          lacks = [];
          task.say('');
          redraw();
        }}>
          ${FORMATS.map(optionView)}
          <optgroup label=${word('set.reports')}>${REPORTS.map(optionView)}</optgroup>
        </select>
        ${
          format === 'cue'
            ? html`<p class="line"><label for="recording-name">${word('set.recording-name')}</label>
              <input id="recording-name" autocomplete="off" maxlength="200" .defaultValue=${shown().recording || (localStorage.getItem(RECORDING_KEY) ?? '')}></p>`
            : nothing
        }
        ${isTimed() ? beginsView() : nothing}
        ${isReport() ? periodView() : nothing}
        <div class="row wrap">
          <button class="btn" type="button" aria-disabled=${task.isBusy} @click=${press(() => task.run('', download))}>${word('set.download')}</button>
          ${TEXTS.includes(format) ? html`<button class="btn" type="button" aria-disabled=${task.isBusy} @click=${press(() => task.run('', copy))}>${word('setup.copy')}</button>` : nothing}
          ${isTimed() && isHere ? html`<button class="btn quiet" type="button" @click=${fromRecording}>${word('recording.menu')}</button>` : nothing}
        </div>
        <p id="export-answer" class="small" role="status">${isOfSet() ? task.text : ''}</p>
        ${text === '' || !isOfSet() ? nothing : html`<textarea id="export-text" readonly rows="4" aria-label=${word('set.list')} .value=${text}></textarea>`}
        <div class="small" role="status">${lacks.length === 0 || !isOfSet() ? nothing : lacksView()}</div>
      </div>`,
  };
}

/**
 * Adds words to the columns of a report.
 *
 * @param {string} lack  `ISRC, or ALBUM_TITLE and MARKETING_LABEL (3 lines)`
 */
function wordsOf(lack) {
  const [, headings = lack, count = ''] = /^(.*) \((all|\d+) lines?\)$/.exec(lack) ?? [];
  const facts = headings
    .split(', or ')
    .map((columns) => columns.split(' and ').map(columnWords).join(word('set.and')))
    .join(word('set.or'));
  return count === 'all'
    ? word('set.lack-everywhere', { facts })
    : count === '1'
      ? word('set.lack-once', { facts })
      : word('set.lack', { facts, count });
}

/** @param {string} column */
function columnWords(column) {
  const id = /** @type {PageText} */ (`column.${column.toLowerCase().replace(/[ _]/g, '-')}`);
  const words = word(id);
  return words.toLowerCase() === column.toLowerCase() ? column : `${words} (${column})`;
}
