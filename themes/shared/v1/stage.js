/**
 * The state machine: idle → entering → visible → exiting → idle. A track that follows a visible one takes its place:
 * visible → words-out → words-in → visible. The last track always wins, and two are never shown at once. It contains
 * no browser code: the view changes the page.
 *
 * @import { SceneTrack } from './timeline.js'
 *
 * @typedef {'idle' | 'entering' | 'visible' | 'words-out' | 'words-in' | 'exiting'} State
 *
 * @typedef {object} View
 * @property {(track: SceneTrack) => Promise<unknown>} prepare  loads what the track needs; settles soon, even if that fails
 * @property {(track: SceneTrack) => Promise<unknown>} fill     puts it into the page, still invisible, and lays it out
 * @property {(from: SceneTrack, to: SceneTrack) => boolean} canExchange  the words may change while the rest stands
 * @property {() => void} clear                                empties the page
 * @property {(state: State, instantly: boolean) => Promise<unknown>} enterState  settles when the theme is ready to go on
 * @property {{ enter: number, exit: number, exchange: number }} timing  milliseconds that the theme's motion takes
 */

/** Old words' share of an exchange. */
export const WORDS_OUT = 0.35;

export class Stage {
  /** @type {State} */
  state = 'idle';
  #view;
  /** @type {SceneTrack | null} */
  #wanted = null;
  /** Track in the page. @type {SceneTrack | null} */
  #shown = null;
  /** Goal of the current step. @type {SceneTrack | null} */
  #coming = null;
  #running = false;
  /** Ends the current pause. */
  #endPause = () => {};
  #instantly = false;

  /** @param {View} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * @param {SceneTrack | null} track
   * @param {{ instantly?: boolean }} [how] without motion: after a reload, or while the page is invisible
   */
  want(track, { instantly = false } = {}) {
    if (instantly || !isSame(this.#wanted, track)) {
      this.#instantly = instantly;
    }
    this.#wanted = track;
    if (instantly || this.#isReplaced()) {
      // The next step starts from the middle of this one.
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

  /** Exits always run to their end. */
  #isReplaced() {
    return this.state !== 'exiting' && !isSame(this.#coming, this.#wanted);
  }

  async #run() {
    while (!this.#isDone()) {
      const next = this.#wanted;
      this.#coming = next;
      const ready = next === null ? undefined : this.#view.prepare(next);
      if (next !== null && this.#mayExchange(next)) {
        await this.#exchange(next, ready);
        continue;
      }
      if (this.#shown !== null) {
        await this.#leave();
      }
      await ready;
      // Another track may be wanted meanwhile.
      if (next !== null && isSame(this.#wanted, next)) {
        await this.#enter(next);
      }
    }
    this.#instantly = false;
  }

  /** @param {SceneTrack} next */
  #mayExchange(next) {
    const stands = ['visible', 'words-out', 'words-in'].includes(this.state);
    return stands && this.#shown !== null && !this.#instantly && this.#view.canExchange(this.#shown, next);
  }

  /**
   * @param {SceneTrack} next
   * @param {unknown} ready  settles when the track's pictures are loaded
   */
  async #exchange(next, ready) {
    const { exchange } = this.#view.timing;
    // A track to hide does not wait for the next one's pictures.
    await this.#pause((done) => void Promise.resolve(ready).then(done));
    if (!this.#isReplaced() && this.state !== 'words-out') {
      await this.#to('words-out', exchange * WORDS_OUT);
    }
    if (this.#isReplaced()) {
      return;
    }
    this.#shown = next;
    await this.#view.fill(next);
    if (!this.#isReplaced()) {
      await this.#to('words-in', exchange * (1 - WORDS_OUT));
    }
    if (!this.#isReplaced()) {
      await this.#to('visible', 0);
    }
  }

  async #leave() {
    await this.#to('exiting', this.#view.timing.exit);
    this.#shown = null;
    this.#view.clear();
    await this.#to('idle', 0);
  }

  /** @param {SceneTrack} track */
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
    // Goes on if another track was wanted while the theme's code ran.
    if (ms > 0 && !instantly && !this.#instantly && !this.#isReplaced()) {
      await this.#pause((done) => {
        const timer = setTimeout(done, ms);
        return () => clearTimeout(timer);
      });
    }
  }

  /** @param {(done: () => void) => (() => void) | void} begin  returns a function for an early end of the pause */
  async #pause(begin) {
    await new Promise((resolve) => {
      const done = () => resolve(undefined);
      const cancel = begin(done);
      this.#endPause = () => {
        cancel?.();
        done();
      };
    });
    this.#endPause = () => {};
  }
}

/**
 * Nothing must move: same play, same names, same earlier tracks.
 * @param {SceneTrack | null} a
 * @param {SceneTrack | null} b
 */
function isSame(a, b) {
  if (a === null || b === null) {
    return a === b;
  }
  return (
    a.id === b.id &&
    a.artist === b.artist &&
    a.title === b.title &&
    a.art?.url === b.art?.url &&
    hiddenBefore(a) === hiddenBefore(b)
  );
}

/** @param {SceneTrack} track */
function hiddenBefore({ previous }) {
  return previous.flatMap(({ id, hidden }) => (hidden ? id : [])).join();
}
