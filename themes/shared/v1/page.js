/**
 * What is seen: the page of a theme, as the stage moves it. The root element carries everything a style sheet
 * needs: `data-state`, `--opt-…` and `data-opt-…`, `has-art` / `no-art`, `is-long-title`, `is-first`.
 *
 * @import { WirePicture, WireTrack } from '../../../src/wire/events.ts'
 * @import { State, View } from './stage.js'
 * @import { OptionSpecs, OptionValues } from './options.js'
 */
import { bind, fieldsOf } from './bind.js';
import { fitAll, stopAll } from './fit.js';
import { cssValue } from './options.js';

/** Milliseconds that art and code may hold a track up; on the same network they take a few. */
const PICTURE_PATIENCE_MS = 3_000;
/** Milliseconds that fonts and a theme's own code may hold the show up. */
const PATIENCE_MS = 1_000;
/** Addresses of pictures that are remembered; a set never ends. */
const MAX_DECODED = 20;

/** @implements {View} */
export class Page {
  /** Milliseconds. */
  timing = { enter: 500, exit: 400 };
  #root = document.documentElement;
  #server;
  #onState;
  #travel = { marquee: true, speed: 40 };
  #watched = true;
  #isFirst = true;
  /** Pictures that were fetched and decoded, by their paths. @type {Set<string>} */
  #decoded = new Set();

  /**
   * @param {string} server origin that the paths of pictures belong to
   * @param {(state: State) => unknown} onState  may return a promise: the show waits for it, within reason
   */
  constructor(server, onState) {
    this.#server = server;
    this.#onState = onState;
    // What has nothing to show stays hidden, whatever the theme's own style lays it out as.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-if][hidden] { display: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // The first entrance starts from where every entrance starts.
    this.#root.dataset.state = 'idle';
    // Not an observer of the root element: that is as low as its empty flow, however high the page is.
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
    this.#travel = { marquee: values.marquee === true, speed: Number(values.speed) };
    this.#fit();
  }

  /** Nothing moves while nobody looks. @param {boolean} watched */
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
    // A picture that came too late, or not at all, is none: nothing pops up afterwards.
    this.#bind({ ...track, art: this.#ifDecoded(track.art), code: this.#ifDecoded(track.code) });
    this.#root.classList.toggle('is-first', this.#isFirst);
    this.#isFirst = false;
    this.#fit();
    // The texts may need a script's font that was not needed before.
    await withPatience(document.fonts.ready, PATIENCE_MS);
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
      // Takes effect before the motion is allowed again.
      void this.#root.offsetWidth;
      this.#root.removeAttribute('data-instant');
    }
    await withPatience(Promise.resolve(this.#onState(state)), PATIENCE_MS);
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
    fitAll(document, { ...this.#travel, marquee: this.#travel.marquee && this.#watched });
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
    await withPatience(decoded, PICTURE_PATIENCE_MS);
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
function withPatience(promise, ms) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}
