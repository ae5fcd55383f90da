/** @import { HistoryMessage, SessionsMessage, WireHistoryEntry } from '../src/wire/events.ts' */
import { read } from './api.js';
import { byId, part, saveFile, setText, showList } from './dom.js';
import { clockOf, dayOf } from './times.js';

/** As the server spells them, and as people call them. */
const FORMATS = [
  ['youtube', 'YouTube chapters'],
  ['mixcloud', 'Mixcloud'],
  ['1001tracklists', '1001tracklists'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
  ['m3u', 'M3U'],
  ['json', 'JSON'],
];
const THIS = new Option('This session', '');

const which = byId('which', HTMLSelectElement);
const formats = byId('format', HTMLSelectElement);

export function start() {
  which.append(THIS);
  which.addEventListener('change', refresh);
  for (const [value, label] of FORMATS) {
    formats.append(new Option(label, value));
  }
  byId('export', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    download().then(
      () => answer(''),
      () => answer('The server does not answer.'),
    );
  });
}

/** @param {string} problem */
export function answer(problem) {
  setText(byId('export-answer', HTMLElement), problem);
}

/** Reads again which sessions there are, and the list of the one that is shown. */
export async function refreshAll() {
  try {
    /** @type {SessionsMessage} */
    const { sessions } = await (await read('sessions')).json();
    const chosen = which.value;
    which.replaceChildren(
      THIS,
      ...sessions.map(
        ({ session, startedAt, tracks }) => new Option(nameOf(startedAt, tracks), `${session}`),
      ),
    );
    which.value = chosen;
  } catch {
    // The server is away; all is read again when it is back.
  }
  await refresh();
}

/** Reads the list again. */
export async function refresh() {
  const question = questionOf(which.value);
  try {
    /** @type {HistoryMessage} */
    const { tracks } = await (await read(`history${question}`)).json();
    if (question === questionOf(which.value)) {
      showList(byId('session', HTMLElement), [...tracks].reverse(), ({ id }) => id, fill, 'tr');
    }
  } catch {
    // As above.
  }
}

/** A link could not show the token. */
async function download() {
  await saveFile(await read(`history/${formats.value}${questionOf(which.value)}`), 'set.txt');
}

/** @param {string} session */
function questionOf(session) {
  return session === '' ? '' : `?session=${session}`;
}

/**
 * @param {string} startedAt
 * @param {number} tracks
 */
function nameOf(startedAt, tracks) {
  return `${dayOf(startedAt)} · ${tracks} ${tracks === 1 ? 'track' : 'tracks'}`;
}

/**
 * @param {HTMLElement} row
 * @param {WireHistoryEntry} entry
 */
function fill(row, entry) {
  setText(part(row, 'td', 'position'), String(entry.position));
  setText(part(row, 'td', 'elapsed'), entry.elapsed);
  const names = part(row, 'td', 'names');
  setText(part(names, 'span', 'title'), entry.title || 'Untitled');
  setText(part(names, 'span', 'artist'), entry.artist);
  setText(part(row, 'td', 'at'), clockOf(entry.startedAt));
}
