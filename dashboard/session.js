/** @import { HistoryMessage, WireHistoryEntry } from '../src/wire/events.ts' */
import { byId, part, setText, showList } from './dom.js';
import { clockOf } from './times.js';

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

export function start() {
  const formats = byId('format', HTMLSelectElement);
  for (const [value, label] of FORMATS) {
    formats.append(new Option(label, value));
  }
  byId('export', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const link = document.createElement('a');
    link.href = `/api/v1/history/${formats.value}`;
    link.download = '';
    link.click();
  });
}

/** Reads the session's list anew. */
export async function refresh() {
  try {
    /** @type {HistoryMessage} */
    const { tracks } = await (await fetch('/api/v1/history')).json();
    showList(byId('session', HTMLElement), [...tracks].reverse(), ({ id }) => id, fill, 'tr');
  } catch {
    // The server is away; the list is read again when it is back.
  }
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
