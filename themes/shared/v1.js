/**
 * The overlay SDK. A theme loads it with one line, and marks the places of a track's fields with `data-bind`:
 *
 *     <script type="module" src="/sdk/v1.js"></script>
 *
 * A theme with code of its own imports `overlay` from here.
 *
 * @import { EventMessage, WireHistoryEntry } from '../../src/web/wire/events.ts'
 * @import { Decks } from './v1/decks.js'
 * @import { OptionSpecs } from './v1/options.js'
 * @import { OptionValues } from './v1/option-values.js'
 * @import { State } from './v1/stage.js'
 * @import { SceneTrack } from './v1/timeline.js'
 *
 * @typedef {{ state: State, track: SceneTrack | null }} StateChange
 * @typedef {(change: StateChange) => unknown} Listener  may return a promise: the next step waits for it, a second at most
 */
import { isBare, showBarToPeople } from './v1/bar.js';
import { Beat } from './v1/beat.js';
import { connect } from './v1/connection.js';
import { DecksTimeline } from './v1/decks.js';
import { readOptions } from './v1/option-values.js';
import { STANDARD_OPTIONS, usableSpecs } from './v1/options.js';
import { Page } from './v1/page.js';
import { Problems } from './v1/problems.js';
import { PageCode } from './v1/qr.js';
import { createRequest } from './v1/request.js';
import { SAMPLE_NAMES, sampleDecks, sampleTrack } from './v1/samples.js';
import { Stage } from './v1/stage.js';
import { Timeline } from './v1/timeline.js';

/** The current track is unknown without the server, so the page empties after this. */
const STALE_AFTER_MS = 30_000;
const DEMO_EVERY_MS = 7_000;
const LOOK_RETRY_MS = 1_000;

export { detailsOf, setText } from './v1/bind.js';

const server = new URL(import.meta.url).origin;
const sockets = server.replace(/^http/, 'ws');
/** `look`: path below `/looks/` that led here. */
let { look, ...query } = Object.fromEntries(new URLSearchParams(location.search));
// OBS refreshes this address, but the look may have been replaced or removed since.
const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
if (look !== undefined && visit?.type === 'reload') {
  location.replace(`/looks/${look}`);
}
const isDemo = query.demo !== undefined && query.demo !== '0';

class Overlay {
  /** Theme's options; durations in milliseconds. @type {OptionValues} */
  options = {};
  /** Problems with options, for the debug panel. @type {string[]} */
  problems = [];
  connected = false;
  /** Server's latest message. @type {EventMessage | undefined} */
  lastEvent;
  /** Track that the page shows, or is about to. @type {SceneTrack | null} */
  track = null;
  /** @type {OptionSpecs} */
  #specs = STANDARD_OPTIONS;
  /** Options of the configuration. @type {Readonly<Record<string, unknown>>} */
  #configured = {};
  /** @type {Set<Listener>} */
  #listeners = new Set();
  #timeline = new Timeline();
  #decks = new DecksTimeline();
  #decksTimer = 0;
  /** @type {((decks: Decks) => unknown) | undefined} */
  #decksListener;
  /** Ids of hidden earlier tracks. @type {ReadonlySet<string>} */
  #hidden = new Set();
  /** A track may have been hidden unnoticed until the next decks message. */
  #mayBeHidden = false;
  #page = new Page(server, (state) => this.#announce(state));
  #pageCode = new PageCode(server, () => this.#page.fit());
  #stage = new Stage(this.#page);
  /** First, to catch errors of the theme's own code. */
  #themeProblems = new Problems();
  #isNew = true;
  #lostAt = Number.POSITIVE_INFINITY;
  #isWatched = true;
  #timer = 0;
  #requestLook = createRequest();
  #lookTimer = 0;

  get state() {
    return this.#stage.state;
  }

  /** Server's time, ms since 1970-01-01 UTC. */
  now() {
    return Date.now() + this.#timeline.serverAhead;
  }

  /** @param {Listener} listener */
  onState(listener) {
    this.#listeners.add(listener);
  }

  /**
   * Reports the audible decks with their levels at every change, without hidden tracks, and without decks not yet
   * audible on the delayed page.
   * @param {(decks: Decks) => unknown} listener
   */
  onDecks(listener) {
    this.#decksListener = listener;
    if (isDemo) {
      listener(sampleDecks(this.track));
      this.onState(({ track }) => listener(sampleDecks(track)));
      return;
    }
    connect(`${sockets}/api/v1/decks`, {
      // The page soon empties without the server.
      connected: (yes) => {
        this.#mayBeHidden ||= yes;
      },
      message: (message) => {
        this.#decks.apply(message, Date.now());
        if (this.#mayBeHidden) {
          this.#mayBeHidden = false;
          this.#decks.forgetOver();
        }
        this.#showDecks();
      },
    });
  }

  /** Fits texts that your code has changed. */
  fit() {
    this.#page.fit();
  }

  async start() {
    const theme = await loadTheme();
    this.#specs = { ...STANDARD_OPTIONS, ...usableSpecs(theme.options) };
    this.#page.setTiming(theme.timing);
    this.#setOptions({});
    this.#watch();
    if (theme.beat === true) {
      this.#followBeat();
    }
    if (isDemo) {
      this.#demo(query.demo ?? '');
    } else {
      connect(`${sockets}/api/v1/events`, {
        connected: (yes) => {
          this.connected = yes;
          this.#lostAt = yes ? Number.POSITIVE_INFINITY : Math.min(this.#lostAt, Date.now());
          this.#show();
        },
        message: (/** @type {EventMessage} */ event) => this.#receive(event),
      });
    }
  }

  #followBeat() {
    const beat = new Beat();
    if (isDemo) {
      // Pictures stand still unless the address asks for a beat.
      beat.sample(Number(query.beat));
    } else {
      beat.follow(`${sockets}/api/v1/beat`, () => Number(this.options.delay));
    }
  }

  /** @param {EventMessage} event */
  #receive(event) {
    this.lastEvent = event;
    if (event.type === 'reload' && !location.pathname.startsWith('/overlay/')) {
      location.reload();
      return;
    }
    if (event.type === 'reload') {
      // Options apply to every theme, selected or not.
      this.#setOptions(event.themeOptions);
    } else if (event.type === 'snapshot') {
      this.#setOptions(event.themeOptions);
      this.#themeProblems.setOfFolder(event.themeProblems);
    }
    if (look !== undefined && (event.type === 'snapshot' || event.type === 'looks')) {
      void this.#followLook();
    }
    if (event.type === 'hidden') {
      this.#decks.clear();
      this.#showDecks();
    } else if ('previous' in event) {
      this.#hideOver(event.previous);
    }
    this.#timeline.apply(event, Date.now());
    this.#show();
  }

  /**
   * Takes the options that the saved look has now, or goes to its other theme. Stays while the server does not answer: the
   * next connection brings a snapshot.
   */
  async #followLook() {
    clearTimeout(this.#lookTimer);
    try {
      const answer = await this.#requestLook(`/looks/${look}`, ({ ok, url }) => (ok ? url : location.href));
      if (answer !== undefined) {
        this.#goTo(new URL(answer));
      }
    } catch {
      this.#lookTimer = setTimeout(() => this.connected && this.#followLook(), LOOK_RETRY_MS);
    }
  }

  /** @param {URL} now  of the saved look */
  #goTo(now) {
    if (now.pathname !== location.pathname) {
      location.replace(now);
    } else if (now.search !== location.search) {
      history.replaceState(null, '', now);
      ({ look, ...query } = Object.fromEntries(now.searchParams));
      this.#setOptions(this.#configured);
      this.#show();
    }
  }

  /** @param {readonly WireHistoryEntry[]} previous */
  #hideOver(previous) {
    const hidden = previous.flatMap((entry) => (entry.hidden ? entry.id : []));
    if (hidden.some((id) => !this.#hidden.has(id))) {
      this.#decks.forgetOver();
      this.#mayBeHidden = true;
      this.#showDecks();
    }
    this.#hidden = new Set(hidden);
  }

  #showDecks() {
    clearTimeout(this.#decksTimer);
    const now = Date.now();
    const { decks, next } = this.#decks.decksAt(now, Number(this.options.delay));
    this.#decksListener?.(decks);
    if (Number.isFinite(next)) {
      this.#decksTimer = setTimeout(() => this.#showDecks(), next - now + 1);
    }
  }

  /** Shows the scene of this moment, and schedules the next change. */
  #show({ instantly = false } = {}) {
    if (isDemo) {
      this.#stage.want(this.track, { instantly });
      return;
    }
    clearTimeout(this.#timer);
    const now = Date.now();
    const times = { delayMs: Number(this.options.delay), showMs: Number(this.options.show) };
    const scene = this.#timeline.sceneAt(now, times);
    const staleAt = this.#lostAt + STALE_AFTER_MS;
    this.track = now >= staleAt ? null : scene.track;
    // A reloaded page shows its track without an entrance; hidden tracks leave without an exit.
    const isHidden = this.track === null && isOfHidden(this.lastEvent);
    const isUnseen = this.#isNew || !this.#isWatched;
    this.#stage.want(this.track, { instantly: instantly || isHidden || isUnseen });
    this.#isNew = this.#isNew && this.lastEvent === undefined;
    const next = Math.min(scene.next, now < staleAt ? staleAt : Number.POSITIVE_INFINITY);
    if (Number.isFinite(next)) {
      this.#timer = setTimeout(() => this.#show(), Math.min(next - now + 1, 60_000));
    }
  }

  /** Follows the page's visibility, by the browser and by OBS. */
  #watch() {
    let shownByObs = true;
    const update = () => {
      const watched = shownByObs && document.visibilityState === 'visible';
      if (watched === this.#isWatched) {
        return;
      }
      this.#isWatched = watched;
      this.#page.setWatched(watched);
      if (watched && this.options.replay === true) {
        this.#stage.want(null, { instantly: true });
        this.#show();
      } else {
        this.#show({ instantly: true });
      }
    };
    document.addEventListener('visibilitychange', update);
    for (const name of ['obsSourceVisibleChanged', 'obsSourceActiveChanged']) {
      addEventListener(name, (event) => {
        // OBS sends `{ visible }` or `{ active }`.
        const detail = event instanceof CustomEvent ? event.detail : {};
        shownByObs = detail?.visible ?? detail?.active ?? true;
        update();
      });
    }
  }

  /** @param {Readonly<Record<string, unknown>>} configured */
  #setOptions(configured) {
    this.#configured = configured;
    // A saved look has all of its options in its address.
    const given = look === undefined ? [configured, query] : [query];
    const { values, problems } = readOptions(this.#specs, given, (text) => CSS.supports('color', text));
    this.options = values;
    this.problems = problems;
    for (const problem of problems) {
      console.warn(`deckcast: option ${problem}`);
    }
    this.#page.setOptions(this.#specs, values);
    this.#pageCode.setOptions(values);
  }

  /** @param {string} which */
  #demo(which) {
    if (SAMPLE_NAMES.includes(which)) {
      this.track = sampleTrack(which, 1);
      this.#show({ instantly: true });
      return;
    }
    let position = 0;
    const next = () => {
      position += 1;
      this.track = sampleTrack(SAMPLE_NAMES[position % SAMPLE_NAMES.length] ?? 'usual', position);
      this.#show();
    };
    next();
    setInterval(next, DEMO_EVERY_MS);
  }

  /** Continues after errors of a theme's code, so that hidden tracks leave. @param {State} state */
  #announce(state) {
    const { track } = this;
    return Promise.all(
      [...this.#listeners].map(async (listener) => {
        try {
          await listener({ state, track });
        } catch (error) {
          console.error("deckcast: the theme's code failed:", error);
          this.#themeProblems.addOfCode(String(error));
        }
      }),
    );
  }
}

/** True also after a reconnect. @param {EventMessage | undefined} event */
function isOfHidden(event) {
  return event?.type === 'hidden' || (event?.type === 'snapshot' && event.state === 'hidden');
}

/** @returns {Promise<{ options?: unknown, beat?: unknown, timing?: { enter?: unknown, exit?: unknown, exchange?: unknown } }>} */
async function loadTheme() {
  try {
    const theme = await (await fetch('theme.json')).json();
    return { options: theme?.options, beat: theme?.beat, timing: theme?.timing };
  } catch {
    // Themes need no manifest.
    return {};
  }
}

export const overlay = new Overlay();
void overlay.start();
if (query.bg !== undefined || query.debug !== undefined || query.guide !== undefined) {
  void import('./v1/tools.js').then(({ showTools }) => showTools(overlay, query));
}
if (server === location.origin && isBare()) {
  showBarToPeople();
}
