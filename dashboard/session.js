/** @import { HistoryMessage, SessionsMessage, WireHistoryEntry } from '../src/web/wire/events.ts' */
import { NO_ANSWER, read, showNewest } from './api.js';
import { byId, part, saveFile, setText, showList } from './dom.js';
import { phrase } from './text.js';
import { clockOf, dayOf } from './times.js';

/** Export formats by the server's id, with their titles. */
const FORMATS = [
  ['youtube', phrase('YouTube chapters')],
  ['mixcloud', 'Mixcloud'],
  ['1001tracklists', '1001tracklists'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
  ['m3u', 'M3U'],
  ['json', 'JSON'],
  ['soundexchange', phrase('SoundExchange report')],
  ['prs', phrase('PRS for Music report')],
  ['cuesheet-csv', phrase('Music cue sheet')],
];
const THIS = new Option(phrase('This set'), '');

const which = byId('which', HTMLSelectElement);
const formats = byId('format', HTMLSelectElement);

const loadSessions = showNewest('sessions', showSessions);
const loadTracks = showNewest('history', showTracks);

export function start() {
  which.append(THIS);
  which.addEventListener('change', refresh);
  for (const [value, label] of FORMATS) {
    formats.append(new Option(label, value));
  }
  byId('export', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    download().then(answer, () => answer(NO_ANSWER));
  });
}

/** @param {string} text */
export function answer(text) {
  setText(byId('export-answer'), text);
}

/** Reloads the list of sessions, and the tracks of the chosen one. */
export async function refreshAll() {
  try {
    await loadSessions('');
  } catch {
    // The server does not answer; everything is reloaded when it is back.
  }
  await refresh();
}

/** Reloads the tracks of the chosen session. */
export async function refresh() {
  try {
    await loadTracks(queryOf(which.value));
  } catch {
    // The server does not answer; the tracks are reloaded when it is back.
  }
}

/**
 * Downloads the set by script, because a link could not send the token. Resolves to a text for users about missing
 * parts of the file; empty if it is complete.
 */
async function download() {
  const file = await read(`history/${formats.value}${queryOf(which.value)}`);
  await saveFile(file, 'set.txt');
  const lacks = file.headers.get('X-Deckcast-Lacks') ?? '';
  return lacks === '' ? '' : phrase('To fill in: {lacks}.', { lacks });
}

/** @param {string} session */
function queryOf(session) {
  return session === '' ? '' : `?session=${session}`;
}

/** @param {SessionsMessage} message */
function showSessions({ sessions }) {
  const chosen = which.value;
  which.replaceChildren(
    THIS,
    ...sessions.map(({ session, startedAt, tracks }) => new Option(nameOf(startedAt, tracks), `${session}`)),
  );
  which.value = chosen;
}

/** @param {HistoryMessage} message */
function showTracks({ tracks }) {
  byId('no-tracks').hidden = tracks.length > 0;
  byId('tracks').hidden = tracks.length === 0;
  showList(byId('session'), [...tracks].reverse(), ({ id }) => id, fill, 'tr');
}

/**
 * @param {string} startedAt
 * @param {number} tracks
 */
function nameOf(startedAt, tracks) {
  return `${dayOf(startedAt)} · ${tracks === 1 ? phrase('1 track') : phrase('{count} tracks', { count: tracks })}`;
}

/**
 * @param {HTMLElement} row
 * @param {WireHistoryEntry} entry
 */
function fill(row, entry) {
  setText(part(row, 'td', 'position'), String(entry.position));
  setText(part(row, 'td', 'elapsed'), entry.elapsed);
  const names = part(row, 'td', 'names');
  setText(part(names, 'span', 'title'), entry.title || phrase('Untitled'));
  // A hidden track has the same word for both names.
  setText(part(names, 'span', 'artist'), entry.hidden ? '' : entry.artist);
  setText(part(row, 'td', 'at'), clockOf(entry.startedAt));
}
