/** @import { HistoryMessage, SessionsMessage, WireHistoryEntry } from '../src/web/wire/events.ts' */
import { loadStyle } from './dom.js';
import { html, live, nothing, repeat } from './lit/lit-html.js';
import { showNewest } from './newest.js';
import { whichTrack, whyHidden } from './on-air.js';
import { isHere } from './shell.js';
import { dayOf, lengthOf, timeOf } from './times.js';
import { createLater } from './view.js';
import { word } from './words.js';

/** @type {SessionsMessage['sessions']} */
let sessions = [];
/** @type {readonly WireHistoryEntry[]} */
let tracks = [];
/** Id of the running set, if its tracks are shown. @type {string | undefined} */
let set;
/** Chosen instead of a session. */
const RECORDING = 'recording';
/** Number of the shown session; empty: this one; or `RECORDING`. */
let chosen = location.hash === `#${RECORDING}` ? RECORDING : '';
/** Whether a new set shall begin. */
let isAsking = false;
let isExporting = false;
const PEN = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 20h4L19 9l-4-4L4 16z"/></svg>`;

/** @param {() => void} redraw */
export function createSession(redraw) {
  const loadSessions = showNewest('sessions', (/** @type {SessionsMessage} */ message) => {
    sessions = message.sessions;
    redraw();
  });
  const loadTracks = showNewest('history', (/** @type {HistoryMessage} */ message) => {
    ({ tracks, set } = message);
    redraw();
  });
  /** Reloads the tracks of the chosen session. If the server does not answer, they are reloaded when it is back. @type {() => Promise<unknown>} */
  const refresh = () =>
    chosen === RECORDING
      ? recordings.loaded().then((recording) => recording.follow())
      : loadTracks(chosen && `?session=${chosen}`).catch(() => undefined);

  const recordings = createLater(redraw, async () => {
    await loadStyle('/dashboard/recording.css');
    return (await import('./recording.js')).createRecording(redraw, (session) => {
      chosen = chosen === RECORDING ? String(session) : chosen;
      void refreshAll();
    });
  });
  const newSet = createLater(redraw, async () =>
    (await import('./new-set.js')).createNewSet(() => ask(false), refreshAll),
  );
  /** @param {boolean} yes */
  function ask(yes) {
    isAsking = yes;
    redraw();
  }
  const reviews = createLater(redraw, async () => {
    await loadStyle('/dashboard/recording.css');
    return (await import('./review.js')).createReview(redraw, refresh);
  });

  /** Reloads the list of sessions, and the tracks of the chosen one. */
  const refreshAll = () =>
    loadSessions('')
      .catch(() => undefined)
      .then(refresh);

  const exporting = createLater(redraw, async () => {
    await loadStyle('/dashboard/export.css');
    return (await import('./export.js')).createExport(
      redraw,
      () => ({
        session: chosen,
        recording: sessions.find(({ session }) => `${session}` === chosen)?.recording ?? '',
      }),
      () => {
        isExporting = false;
        chosen = RECORDING;
        return refresh();
      },
    );
  });
  /** @param {Event & { currentTarget: HTMLDetailsElement }} event */
  async function toggleExport({ currentTarget: menu }) {
    isExporting = menu.open;
    redraw();
    if (isExporting) {
      (await exporting.loaded()).closeElsewhere(menu);
    }
  }

  const exportView = () => html`<details class="menu" @toggle=${toggleExport}>
      <summary class="btn">${word('set.export')}</summary>
      ${isExporting ? exporting.now()?.view() : nothing}
    </details>`;

  /** @param {WireHistoryEntry} entry @param {number} at  from the newest */
  function rowView(entry, at) {
    const { position, startedAt, elapsed, hidden, unsure, title, artist, soundFrom } = entry;
    const next = tracks[tracks.length - at];
    const isNow = next === undefined && chosen === '' && isOnAir();
    const id = `check-${chosen || set}-${position}`;
    const review = reviews.now();
    const isOpen = review?.isOpen(id) === true;
    const isRecorded = soundFrom !== undefined;
    const check = async () => (await reviews.loaded()).toggle(id, entry);
    return html`<tr class=${hidden ? 'hid' : nothing}>
      <td class="num dim"><time datetime=${startedAt}>${isRecorded ? elapsed : timeOf(startedAt)}</time></td>
      <td class="no">${position}</td>
      <td><div class="nm">
        <b class="cut" dir="auto">${hidden ? word('operator.hidden-track') : title || word(isRecorded ? 'recording.unknown' : 'air.untitled')}</b>
        <span class="dim ${hidden ? '' : 'cut'}" dir="auto">${hidden ? whyHidden(entry.hiddenBy ?? null) : artist}</span>
        ${unsure ? html`<span class="small">${word('set.unsure')}</span>` : nothing}
      </div></td>
      <td class="num dim len">${next !== undefined ? lengthOf(Date.parse(next.startedAt) - Date.parse(startedAt)) : isNow ? word('set.now') : ''}</td>
      <td>${
        isNow
          ? nothing
          : html`<button class="btn ${unsure ? '' : 'pen quiet'}" type="button" id=${id} aria-expanded=${isOpen}
              aria-label=${word(unsure ? 'recording.check-track' : 'set.correct-track', { position })}
              @click=${check}>${unsure ? word('recording.check') : PEN}</button>`
      }</td>
    </tr>
    ${isOpen ? review.view(entry, chosen, set) : nothing}`;
  }

  const isOnAir = () => whichTrack().position !== undefined;
  const mayBegin = () => chosen === '' && tracks.length > 0;

  const listView = () =>
    tracks.length === 0
      ? html`<p class="dim">${word('set.empty')}</p>`
      : html`<table class="set">
                <thead class="sr"><tr><th scope="col">${word('set.at')}</th><th scope="col">#</th><th scope="col">${word('set.track-column')}</th><th scope="col">${word('set.length')}</th><td></td></tr></thead>
                <tbody>${repeat([...tracks].reverse(), ({ id }) => id, rowView)}</tbody>
              </table>`;

  return {
    /** Clears the answer to an export before a disconnection. */
    forgetAnswer: () => isExporting && exporting.now()?.forgetAnswer(),
    refresh,
    refreshAll,
    tools: () => html`<div class="row tools">
        <select id="which" aria-label=${word('set.show')} @change=${(
          /** @type {Event & { target: HTMLSelectElement }} */ { target },
        ) => {
          chosen = target.value;
          void refresh();
        }}>
          <option value="" .selected=${live(chosen === '')}>${word('set.this')}</option>
          ${sessions.map(({ session, startedAt, recording, tracks: count }) => html`<option value=${session} .selected=${`${session}` === chosen}>${recording ?? dayOf(startedAt)} · ${count === 1 ? word('set.track') : word('set.tracks', { count })}</option>`)}
          ${isHere ? html`<option value=${RECORDING} .selected=${chosen === RECORDING}>${word('recording.menu')}</option>` : nothing}
        </select>
        ${mayBegin() ? html`<button class="btn" id="new-set" type="button" aria-expanded=${isAsking} @click=${() => ask(!isAsking)}>${word('set.new')}</button>` : nothing}
        ${chosen === RECORDING ? nothing : exportView()}
      </div>`,
    view: () => html`<section class="scroll" tabindex="0" aria-label=${word('set.list')}>
        ${isAsking && mayBegin() ? newSet.now()?.view(tracks) : nothing}
        ${chosen === RECORDING ? recordings.now()?.view() : listView()}
      </section>`,
  };
}
