/** @import { HistoryMessage, SessionsMessage, WireHistoryEntry } from '../src/web/wire/events.ts' */
import { html, live, nothing, repeat } from './lit/lit-html.js';
import { showNewest } from './newest.js';
import { isOver, lengthNow, showTracks, whichTrack, whyHidden } from './on-air.js';
import { isHere } from './shell.js';
import { linesOf } from './text.js';
import { dayOf, lengthOf, timeOf } from './times.js';
import { createLater } from './view.js';
import { word } from './words.js';

/** @type {SessionsMessage['sessions']} */
let sessions = [];
/** @type {readonly WireHistoryEntry[]} */
let tracks = [];
/** Undefined before the first answer. @type {HistoryMessage['removed']} */
let removed;
/** Id of the running set, if its tracks are shown. @type {string | undefined} */
let set;
/** Chosen instead of a session. */
const RECORDING = 'recording';
/** Number of the shown session; empty: this one; or `RECORDING`. */
let chosen = location.hash === `#${RECORDING}` ? RECORDING : '';
const RETRY_MS = 3_000;
let retrying = 0;
/** Id of the button whose form is open, one at a time: of a tool, or of a track. */
let opened = '';
const PEN = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 20h4L19 9l-4-4L4 16z"/></svg>`;

/** @param {() => void} redraw */
export function createSession(redraw) {
  const loadSessions = showNewest('sessions', (/** @type {SessionsMessage} */ message) => {
    sessions = message.sessions;
    redraw();
  });
  const loadTracks = showNewest('history', (/** @type {HistoryMessage} */ message) => {
    ({ tracks, set, removed } = message);
    // Another device has begun a set; there is nothing left to ask.
    opened = tracks.length === 0 && opened === 'new-set' ? '' : opened;
    set && showTracks(tracks);
    redraw();
    if (tracks.length > 0) {
      forms.now()?.review.keepPlace();
    }
  });
  /** Drops the rows of the set before: they would act on this one. @param {string} session */
  function choose(session) {
    chosen = session;
    opened = opened === 'export' && session !== RECORDING ? opened : '';
    tracks = [];
    removed = set = undefined;
    redraw();
  }
  const retry = () => {
    clearTimeout(retrying);
    retrying = setTimeout(refreshAll, RETRY_MS);
  };
  /** @type {() => Promise<unknown>} */
  const refresh = () =>
    chosen === RECORDING
      ? recordings.loaded().then((recording) => recording.follow())
      : loadTracks(`?removed=1${chosen && `&session=${chosen}`}`).catch(retry);

  const recordings = createLater(
    redraw,
    async () =>
      (await import('./recording.js')).createRecording(redraw, (session) => {
        chosen === RECORDING && choose(String(session));
        void refreshAll();
      }),
    'recording',
  );
  const refreshAll = () => loadSessions('').catch(retry).then(refresh);

  /** @param {string} id  empty to close the open form @param {WireHistoryEntry} [entry] */
  function open(id, entry) {
    opened = opened === id ? '' : id;
    redraw();
    void forms.loaded().then(({ begin }) => begin(opened, entry));
  }
  const forms = createLater(
    redraw,
    async () =>
      (await import('./forms.js')).createForms(redraw, {
        close: () => open(''),
        refresh: refreshAll,
        exported: () => ({
          id: chosen || (set ?? ''),
          session: chosen,
          recording: sessions.find(({ session }) => `${session}` === chosen)?.recording ?? '',
        }),
        chooseRecording() {
          choose(RECORDING);
          return refresh();
        },
      }),
    'recording',
  );
  /** @param {string} id @param {string} text @param {string} [style] */
  const tool = (id, text, style) =>
    html`<button class="btn ${style}" id=${id} type="button" aria-expanded=${opened === id} @click=${() => open(id)}>${text}</button>`;

  /** @param {WireHistoryEntry} entry @param {number} at  from the newest */
  function rowView(entry, at) {
    const {
      position,
      startedAt,
      elapsed,
      hidden,
      unsure,
      title,
      artist,
      soundFrom,
      endedAt,
      silentMs = 0,
    } = entry;
    // Removed tracks don't count, as on the page for guests and in exports.
    const number = tracks.length - at;
    const next = tracks[number];
    // A track also ends where a removed one began.
    const [end] = [next, ...(removed ?? [])]
      .flatMap((one) => (one !== undefined && one.position > position ? one.startedAt : []))
      .concat(endedAt ?? [])
      .sort();
    const isOnAir = chosen === '' && whichTrack().position === position;
    const id = `check-${chosen || set}-${position}`;
    const isOpen = opened === id;
    const isRecorded = soundFrom !== undefined;
    const [name, below] = isRecorded ? [title || word('recording.unknown'), artist] : linesOf(entry);
    return html`<tr class=${hidden ? 'hid' : nothing}>
      <td class="num dim"><time datetime=${startedAt}>${isRecorded ? elapsed : timeOf(startedAt)}</time></td>
      <td class="no">${number}</td>
      <td><div class="nm">
        <b dir="auto">${hidden ? word('operator.hidden-track') : name}</b>
        <span class="dim" dir="auto">${hidden ? whyHidden(entry.hiddenBy ?? null) : below}</span>
        ${unsure ? html`<span class="small">${word('set.unsure')}</span>` : nothing}
        ${isOnAir ? tool('end', word('set.end'), 'pen quiet') : nothing}
      </div></td>
      <td class="num dim len">${isOnAir ? lengthNow() : end && lengthOf(Date.parse(end) - Date.parse(startedAt) - silentMs)}</td>
      <td>${
        isOnAir && !isOver()
          ? nothing
          : html`<button class="btn ${unsure ? '' : 'pen quiet'}" type="button" id=${id} aria-expanded=${isOpen}
              aria-label=${word(unsure ? 'recording.check-track' : 'set.correct-track', { position: number })}
              @click=${() => open(id, entry)}>${unsure ? word('recording.check') : PEN}</button>`
      }</td>
    </tr>
    ${isOpen ? forms.now()?.review.view(entry, chosen, set) : nothing}`;
  }

  const mayBegin = () => chosen === '' && tracks.length > 0;

  const listView = () =>
    tracks.length === 0
      ? removed && html`<p class="dim">${word('set.empty')}</p>`
      : html`<table class="set">
                <thead class="sr"><tr><th scope="col">${word('set.at')}</th><th scope="col">#</th><th scope="col">${word('set.track-column')}</th><th scope="col">${word('set.length')}</th><td></td></tr></thead>
                <tbody>${repeat([...tracks].reverse(), ({ id }) => id, rowView)}</tbody>
              </table>`;

  /** Escape closes the opened form. @param {KeyboardEvent} event */
  function keydown({ key, isComposing }) {
    if (key === 'Escape' && !isComposing) {
      document.getElementById(opened)?.focus();
      open('');
    }
  }

  return {
    /** Clears the answer to an export before a disconnection. */
    forgetAnswer: () => opened === 'export' && forms.now()?.exporting.now()?.forgetAnswer(),
    prepare: forms.loaded,
    refresh,
    refreshAll,
    tab: {
      tools: () => html`<div class="row tools">
        <select id="which" aria-label=${word('set.show')} @change=${(
          /** @type {Event & { target: HTMLSelectElement }} */ { target },
        ) => {
          choose(target.value);
          void refresh();
        }}>
          <option value="" .selected=${live(chosen === '')}>${word('set.this')}</option>
          ${sessions.map(({ session, startedAt, recording, tracks: count }) => html`<option value=${session} .selected=${`${session}` === chosen}>${recording ?? dayOf(startedAt)} · ${count === 1 ? word('set.track') : word('set.tracks', { count })}</option>`)}
          ${isHere ? html`<option value=${RECORDING} .selected=${chosen === RECORDING}>${word('recording.menu')}</option>` : nothing}
        </select>
        ${mayBegin() ? tool('new-set', word('set.new')) : nothing}
        ${chosen === RECORDING ? nothing : tool('export', word('set.export'))}
      </div>`,
      view: () => html`${opened === 'export' ? forms.now()?.exporting.now()?.view() : nothing}
      <section class="scroll" tabindex="0" aria-label=${word('set.list')}>
        ${opened && mayBegin() ? forms.now()?.view(opened, tracks, set) : nothing}
        ${chosen === RECORDING ? recordings.now()?.view() : [removed?.length ? forms.now()?.review.removedView(removed, chosen, set) : nothing, listView()]}
      </section>`,
      keydown,
    },
  };
}
