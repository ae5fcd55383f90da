/**
 * The page of a theme, controlled by the stage. The root element has all states for style sheets: `data-state`,
 * `data-words`, `--opt-…` and `data-opt-…`, `--on-accent`, `--tinted-ground`, `has-art` / `no-art`, `is-long-title`, `is-first`.
 *
 * @import { Lasting } from './bind.js'
 * @import { WirePicture } from '../../../src/web/wire/events.ts'
 * @import { SceneTrack } from './timeline.js'
 * @import { State, View } from './stage.js'
 * @import { OptionSpecs } from './options.js'
 * @import { OptionValues } from './option-values.js'
 */
import { bind } from './bind.js';
import { colorReader, readableOn, tinted, withOpacity } from './colors.js';
import { Entrance } from './entrance.js';
import { Exchange, exchangeSheet, registerAccent } from './exchange.js';
import { fitAll, stopAll } from './fit.js';
import { cssValue } from './option-values.js';
import { STANDARD_OPTIONS } from './options.js';
import { WORDS_OUT } from './stage.js';

/** Art and code on the same network take a few ms. */
const PICTURE_LIMIT_MS = 3_000;
/** Fonts, and a theme's own code. */
const LIMIT_MS = 1_000;
/** Share of the cover's color in a tinted ground. */
const TINT = 0.18;
/** Opacity of the ground around letters without a panel. */
const SOFT = 0.5;
/** Picture paths to remember. */
const MAX_DECODED = 20;

/** @implements {View} */
export class Page {
  /** Milliseconds. */
  #timing = { enter: 500, exit: 400, exchange: 700 };
  #root = document.documentElement;
  #server;
  #onState;
  #scroll = { marquee: true, speed: 40 };
  #watched = true;
  #isFirst = true;
  /** Font whose family may be among the user's files. */
  #font = '';
  /** Their list. @type {HTMLLinkElement | undefined} */
  #ownFonts;
  /** Resolves when it is loaded, or cannot be. @type {Promise<unknown>} */
  #listed = Promise.resolve();
  #color = colorReader();
  #accent = { own: '', fromCover: false };
  /** Color of the letters. */
  #ink = '';
  /** Color behind the letters. */
  #ground = '';
  /** @type {Lasting} */
  #lasting = { details: 'none', handle: '', logo: '' };
  /** Track in the page. @type {SceneTrack | null} */
  #track = null;
  #entrance = new Entrance();
  /** @type {Exchange | undefined} */
  #exchange;
  /** Fetched and decoded pictures. @type {Set<string>} */
  #decoded = new Set();

  /**
   * @param {string} server origin of picture paths
   * @param {(state: State) => unknown} onState may return a promise: the next step waits for it, a second at most
   */
  constructor(server, onState) {
    this.#server = server;
    this.#onState = onState;
    // Hides an empty element, even with a theme's `display`.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-if][hidden] { display: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet, exchangeSheet()];
    // The first entrance starts like every other one.
    this.#root.dataset.state = 'idle';
    // The root element's height does not follow the window's, so a ResizeObserver would miss changes.
    addEventListener('resize', () => {
      this.#exchange?.end();
      this.fit();
    });
    document.fonts.addEventListener('loadingdone', () => this.fit());
    // A logo takes room once loaded; its event does not reach the window.
    const refit = (/** @type {Event} */ { target }) => {
      if (target instanceof Element && target.matches('[data-bind-src="logo"]')) {
        this.fit();
      }
    };
    document.addEventListener('load', refit, { capture: true });
  }

  /** Durations by theme and options. */
  get timing() {
    return this.#entrance.isNone ? { enter: 0, exit: 0, exchange: 0 } : this.#timing;
  }

  /** @param {{ enter?: unknown, exit?: unknown, exchange?: unknown } | undefined} timing  from `theme.json` */
  setTiming(timing) {
    const own = this.#timing;
    for (const step of /** @type {const} */ (['enter', 'exit', 'exchange'])) {
      const ms = timing?.[step];
      if (typeof ms === 'number' && ms >= 0) {
        own[step] = ms;
      }
      this.#root.style.setProperty(`--${step}`, `${own[step]}ms`);
    }
    this.#root.style.setProperty('--words-out', `${own.exchange * WORDS_OUT}ms`);
    this.#root.style.setProperty('--words-in', `${own.exchange * (1 - WORDS_OUT)}ms`);
  }

  /**
   * @param {OptionSpecs} specs
   * @param {OptionValues} values
   */
  setOptions(specs, values) {
    for (const [name, spec] of Object.entries(specs)) {
      const value = values[name] ?? spec.default;
      this.#root.style.setProperty(`--opt-${name}`, cssValue(spec, value));
      this.#root.setAttribute(`data-opt-${name}`, String(value));
    }
    if (specs.accent !== undefined) {
      registerAccent();
    }
    const panel = withOpacity(String(values.panel ?? ''), this.#color, Number(values.opacity) / 100);
    this.#root.style.setProperty('--opt-panel', panel);
    this.#ground = specs.shade === undefined ? panel : String(values.shade);
    if (specs.shade !== undefined) {
      this.#root.style.setProperty('--shade-soft', withOpacity(String(values.shade), this.#color, SOFT));
    }
    this.#accent = { own: String(values.accent ?? ''), fromCover: values['cover-accent'] === true };
    this.#ink = String(values.color ?? '');
    this.#lasting = {
      details: String(values.details),
      handle: String(values.handle),
      logo: String(values.logo),
    };
    this.#loadFont(String(values.font));
    this.#bind(this.#track);
    this.#entrance.choose(values.entrance);
    this.#scroll = { marquee: values.marquee === true, speed: Number(values.speed) };
    this.fit();
  }

  /** Loads the list of the user's fonts only if one may be needed, which may be newer than the list. @param {string} font */
  #loadFont(font) {
    if (font === this.#font || STANDARD_OPTIONS.font.values.includes(font)) {
      return;
    }
    this.#font = font;
    const before = this.#ownFonts;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `${this.#server}/own/fonts.css`;
    this.#listed = new Promise((resolve) => {
      link.onload = link.onerror = resolve;
    }).then(() => {
      before?.remove();
      // Begins to load the font.
      this.fit();
    });
    this.#ownFonts = link;
    document.head.append(link);
  }

  /** Invisible pages don't scroll. @param {boolean} watched */
  setWatched(watched) {
    this.#watched = watched;
    this.fit();
  }

  /** @param {SceneTrack} track */
  async prepare(track) {
    await Promise.all([this.#decode(track.art), this.#decode(track.code)]);
  }

  /**
   * False if parts would move: then the track leaves before the next one enters.
   * @param {SceneTrack} from
   * @param {SceneTrack} to
   */
  canExchange(from, to) {
    const hasSame = (/** @type {'art' | 'code'} */ part) => (from[part] === null) === (to[part] === null);
    return this.timing.exchange > 0 && hasSame('art') && hasSame('code');
  }

  /** @param {SceneTrack} track */
  async fill(track) {
    this.#exchange = this.#root.dataset.words === 'out' ? new Exchange(document) : undefined;
    // Omits undecoded pictures, which must not appear later.
    this.#bind({ ...track, art: this.#ifDecoded(track.art), code: this.#ifDecoded(track.code) });
    this.#root.classList.toggle('is-first', this.#isFirst);
    this.#isFirst = false;
    this.fit();
    // Loads the user's font, or one for another script, if needed.
    await atMost(
      this.#listed.then(() => document.fonts.ready),
      LIMIT_MS,
    );
    this.fit();
  }

  clear() {
    this.#bind(null);
  }

  /**
   * @param {State} state
   * @param {boolean} instantly
   */
  async enterState(state, instantly) {
    const words = /^words-(.*)/.exec(state)?.[1];
    this.#root.toggleAttribute('data-instant', instantly || this.#entrance.replaces(state));
    this.#root.dataset.state = this.#entrance.stateFor(words === undefined ? state : 'visible');
    if (words === undefined) {
      this.#root.removeAttribute('data-words');
    } else {
      this.#root.dataset.words = words;
    }
    if (words === 'in' && !instantly) {
      this.#exchange?.begin(this.#timing.exchange * (1 - WORDS_OUT));
    } else {
      this.#exchange?.end();
    }
    if (this.#root.hasAttribute('data-instant')) {
      // Forces a layout, so that the state takes effect before transitions.
      void this.#root.offsetWidth;
      this.#root.removeAttribute('data-instant');
    }
    this.#entrance.move(state, instantly ? { enter: 0, exit: 0 } : this.timing);
    await atMost(Promise.resolve(this.#onState(state)), LIMIT_MS);
  }

  /** @param {SceneTrack | null} track */
  #bind(track) {
    stopAll(document);
    this.#track = track;
    this.#setAccent(track?.art ?? null);
    bind(document, track, this.#lasting, (path) => new URL(path, this.#server).href);
    this.#root.classList.toggle('has-art', track !== null && track.art !== null);
    this.#root.classList.toggle('no-art', track !== null && track.art === null);
    this.#root.classList.toggle('has-code', track !== null && track.code !== null);
  }

  /** @param {WirePicture | null} art */
  #setAccent(art) {
    const { own, fromCover } = this.#accent;
    const accent = fromCover && art?.accent !== undefined ? art.accent : own;
    this.#root.style.setProperty('--opt-accent', accent);
    this.#root.style.setProperty('--on-accent', readableOn(accent, this.#ink, this.#color));
    const ground = tinted(this.#ground, art?.accent ?? '', this.#color, TINT);
    this.#root.style.setProperty('--tinted-ground', ground);
  }

  /** Measures every text again. */
  fit() {
    fitAll(document, { ...this.#scroll, marquee: this.#scroll.marquee && this.#watched });
    const long = document.querySelector('[data-bind="title"][data-long]') !== null;
    this.#root.classList.toggle('is-long-title', long);
  }

  /** @param {WirePicture | null} picture */
  async #decode(picture) {
    if (picture === null || this.#decoded.has(picture.url)) {
      return;
    }
    const image = new Image();
    image.src = new URL(picture.url, this.#server).href;
    const decoded = image.decode().then(
      () => this.#decoded.add(picture.url),
      () => undefined,
    );
    await atMost(decoded, PICTURE_LIMIT_MS);
    for (const oldest of this.#decoded) {
      if (this.#decoded.size <= MAX_DECODED) {
        return;
      }
      this.#decoded.delete(oldest);
    }
  }

  /** @param {WirePicture | null} picture */
  #ifDecoded(picture) {
    return picture !== null && this.#decoded.has(picture.url) ? picture : null;
  }
}

/**
 * @param {Promise<unknown>} promise
 * @param {number} ms
 */
function atMost(promise, ms) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}
