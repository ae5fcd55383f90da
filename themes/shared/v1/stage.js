/**
 * The state machine: idle → entering → visible → exiting → idle. The last track always wins, and two are never
 * shown at once. It knows no browser: the view changes the page.
 *
 * @import { WireTrack } from '../../../src/wire/events.ts'
 *
 * @typedef {'idle' | 'entering' | 'visible' | 'exiting'} State
 *
 * @typedef {object} View
 * @property {(track: WireTrack) => Promise<unknown>} prepare  loads what the track needs; settles soon, even if that fails
 * @property {(track: WireTrack) => Promise<unknown>} fill     puts it into the page, still invisible, and lays it out
 * @property {() => void} clear                                empties the page
 * @property {(state: State, instantly: boolean) => Promise<unknown>} enterState  settles when the theme is ready to go on
 * @property {{ enter: number, exit: number }} timing          milliseconds that the theme's motion takes
 */

export class Stage {
  /** @type {State} */
  state = 'idle';
  #view;
  /** @type {WireTrack | null} */
  #wanted = null;
  /** The track in the page. @type {WireTrack | null} */
  #shown = null;
  #running = false;
  /** Ends the current pause. */
  #endPause = () => {};
  #instantly = false;

  /** @param {View} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * @param {WireTrack | null} track
   * @param {{ instantly?: boolean }} [how] without motion: after a reload, or while the page is not visible
   */
  want(track, { instantly = false } = {}) {
    if (instantly || !isSame(this.#wanted, track)) {
      this.#instantly = instantly;
    }
    this.#wanted = track;
    if (instantly) {
      this.#endPause();
    } else if (this.state === 'entering' && !isSame(this.#shown, track)) {
      // The exit starts from the middle of the entrance.
      this.#endPause();
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
      // Another track may be wanted by now.
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
    // The exit also starts at once when another track was wanted while the theme's code ran.
    const isReplaced = state === 'entering' && !isSame(this.#shown, this.#wanted);
    if (ms > 0 && !instantly && !this.#instantly && !isReplaced) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#endPause = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
      this.#endPause = () => {};
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
