/**
 * The page of a theme, controlled by the stage. The root element carries everything that a style sheet needs:
 * `data-state`, `--opt-…` and `data-opt-…`, `has-art` / `no-art`, `is-long-title`, `is-first`.
 *
 * @import { WirePicture, WireTrack } from '../../../src/wire/events.ts'
 * @import { State, View } from './stage.js'
 * @import { OptionSpecs, OptionValues } from './options.js'
 */
import { bind, fieldsOf } from './bind.js';
import { fitAll, stopAll } from './fit.js';
import { cssValue } from './options.js';

/** Milliseconds to wait for art and code; on the same network they take a few. */
const PICTURE_LIMIT_MS = 3_000;
/** Milliseconds to wait for fonts and for a theme's own code. */
const LIMIT_MS = 1_000;
/** Paths of pictures that are remembered. */
const MAX_DECODED = 20;

/** @implements {View} */
export class Page {
  /** Milliseconds. */
  timing = { enter: 500, exit: 400 };
  #root = document.documentElement;
  #server;
  #onState;
  #scroll = { marquee: true, speed: 40 };
  #watched = true;
  #isFirst = true;
  /** Pictures that were fetched and decoded, by their paths. @type {Set<string>} */
  #decoded = new Set();

  /**
   * @param {string} server origin that the paths of pictures belong to
   * @param {(state: State) => unknown} onState  may return a promise: the next step waits for it, a second at most
   */
  constructor(server, onState) {
    this.#server = server;
    this.#onState = onState;
    // An empty element stays hidden, whatever `display` the theme's style gives it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-if][hidden] { display: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // The first entrance starts from the same state as every other one.
    this.#root.dataset.state = 'idle';
    // Not a ResizeObserver of the root element, whose height does not follow the window's.
    addEventListener('resize', () => this.#fit());
  }

  /** @param {{ enter?: unknown, exit?: unknown } | undefined} timing  as `theme.json` has it */
  setTiming(timing) {
    for (const step of /** @type {const} */ (['enter', 'exit'])) {
      const ms = timing?.[step];
      if (typeof ms === 'number' && ms >= 0) {
        this.timing[step] = ms;
      }
      this.#root.style.setProperty(`--${step}`, `${this.timing[step]}ms`);
    }
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
    this.#scroll = { marquee: values.marquee === true, speed: Number(values.speed) };
    this.#fit();
  }

  /** Stops scrolling while the page is not visible. @param {boolean} watched */
  setWatched(watched) {
    this.#watched = watched;
    this.#fit();
  }

  /** @param {WireTrack} track */
  async prepare(track) {
    await Promise.all([this.#decode(track.art), this.#decode(track.code)]);
  }

  /** @param {WireTrack} track */
  async fill(track) {
    // A picture that is not decoded by now is left out: it must not appear later.
    this.#bind({ ...track, art: this.#ifDecoded(track.art), code: this.#ifDecoded(track.code) });
    this.#root.classList.toggle('is-first', this.#isFirst);
    this.#isFirst = false;
    this.#fit();
    // The texts may need a font for another script, which is loaded now.
    await atMost(document.fonts.ready, LIMIT_MS);
    this.#fit();
  }

  clear() {
    this.#bind(null);
  }

  /**
   * @param {State} state
   * @param {boolean} instantly
   */
  async enterState(state, instantly) {
    this.#root.toggleAttribute('data-instant', instantly);
    this.#root.dataset.state = state;
    if (instantly) {
      // Forces a layout, so that the state takes effect before transitions are allowed again.
      void this.#root.offsetWidth;
      this.#root.removeAttribute('data-instant');
    }
    await atMost(Promise.resolve(this.#onState(state)), LIMIT_MS);
  }

  /** @param {WireTrack | null} track */
  #bind(track) {
    stopAll(document);
    bind(document, fieldsOf(track), (path) => new URL(path, this.#server).href);
    this.#root.classList.toggle('has-art', track !== null && track.art !== null);
    this.#root.classList.toggle('no-art', track !== null && track.art === null);
    this.#root.classList.toggle('has-code', track !== null && track.code !== null);
  }

  #fit() {
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
