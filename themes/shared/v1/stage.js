/**
 * The state machine: idle → entering → visible → exiting → idle. The last track always wins, and two are never
 * shown at once. It knows no browser: the view does what is seen.
 *
 * @import { WireTrack } from '../../../src/wire/events.ts'
 *
 * @typedef {'idle' | 'entering' | 'visible' | 'exiting'} State
 *
 * @typedef {object} View
 * @property {(track: WireTrack) => Promise<unknown>} prepare  loads what the track needs; settles soon in any case
 * @property {(track: WireTrack) => Promise<unknown>} fill     puts it into the page, still unseen, and lays it out
 * @property {() => void} clear                                takes everything out
 * @property {(state: State, instantly: boolean) => Promise<unknown>} enterState  settles when the theme is ready to go on
 * @property {{ enter: number, exit: number }} timing          milliseconds that the theme's motion takes
 */

export class Stage {
  /** @type {State} */
  state = 'idle';
  #view;
  /** @type {WireTrack | null} */
  #wanted = null;
  /** What the page holds. @type {WireTrack | null} */
  #shown = null;
  #running = false;
  /** Cuts the present pause short. */
  #hurry = () => {};
  #instantly = false;

  /** @param {View} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * @param {WireTrack | null} track
   * @param {{ instantly?: boolean }} [how] without any motion: after a reload, or when nobody has watched
   */
  want(track, { instantly = false } = {}) {
    if (instantly || !isSame(this.#wanted, track)) {
      this.#instantly = instantly;
    }
    this.#wanted = track;
    if (instantly) {
      this.#hurry();
    } else if (this.state === 'entering' && !isSame(this.#shown, track)) {
      // It turns around where it stands.
      this.#hurry();
    }
    if (!this.#running && !this.#isDone()) {
      this.#running = true;
      void this.#run().finally(() => {
        this.#running = false;
      });
    }
    if (this.#isDone()) {
      this.#instantly = false;
    }
  }

  #isDone() {
    return isSame(this.#shown, this.#wanted) && (this.state === 'visible' || this.state === 'idle');
  }

  async #run() {
    while (!this.#isDone()) {
      const next = this.#wanted;
      const ready = next === null ? undefined : this.#view.prepare(next);
      if (this.#shown !== null) {
        await this.#leave();
      }
      await ready;
      // Only what is still wanted comes in.
      if (next !== null && isSame(this.#wanted, next)) {
        await this.#enter(next);
      }
    }
    this.#instantly = false;
  }

  async #leave() {
    await this.#to('exiting', this.#view.timing.exit);
    this.#shown = null;
    this.#view.clear();
    await this.#to('idle', 0);
  }

  /** @param {WireTrack} track */
  async #enter(track) {
    this.#shown = track;
    await this.#view.fill(track);
    if (!isSame(this.#wanted, track)) {
      this.#shown = null;
      this.#view.clear();
      return;
    }
    await this.#to('entering', this.#view.timing.enter);
    if (isSame(this.#wanted, track)) {
      await this.#to('visible', 0);
    }
  }

  /**
   * @param {State} state
   * @param {number} ms
   */
  async #to(state, ms) {
    this.state = state;
    const instantly = this.#instantly;
    await this.#view.enterState(state, instantly);
    // It turns around where it stands, also when that was asked for while the theme got ready.
    const turns = state === 'entering' && !isSame(this.#shown, this.#wanted);
    if (ms > 0 && !instantly && !this.#instantly && !turns) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#hurry = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
      this.#hurry = () => {};
    }
  }
}

/**
 * The same play with the same names: nothing has to move.
 *
 * @param {WireTrack | null} a
 * @param {WireTrack | null} b
 */
function isSame(a, b) {
  if (a === null || b === null) {
    return a === b;
  }
  return a.id === b.id && a.artist === b.artist && a.title === b.title && a.art?.url === b.art?.url;
}
