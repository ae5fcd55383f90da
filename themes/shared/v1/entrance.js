/**
 * Page's entrances that replace any theme's own: fade in, rise, or none.
 * @import { State } from './stage.js'
 */

/** @type {Readonly<Record<string, Keyframe>>} */
const AWAY = {
  fade: { opacity: 0 },
  rise: { opacity: 0, transform: 'translateY(calc(var(--u, 2px) * 24))' },
};

export class Entrance {
  #kind = 'own';
  /** @type {Animation | undefined} */
  #moving;

  /** @param {unknown} kind  value of the option `entrance` */
  choose(kind) {
    this.#kind = String(kind);
  }

  get isNone() {
    return this.#kind === 'none';
  }

  /** Whether the theme's own motion is off in this state. @param {State} state */
  replaces(state) {
    return this.#kind !== 'own' && (state === 'entering' || state === 'exiting' || state === 'idle');
  }

  /** State for the theme's style, which keeps the track until it has faded out. @param {State} state */
  stateFor(state) {
    return state === 'exiting' && AWAY[this.#kind] !== undefined ? 'visible' : state;
  }

  /**
   * @param {State} state
   * @param {{ enter: number, exit: number }} timing  milliseconds
   */
  move(state, { enter, exit }) {
    const away = AWAY[this.#kind];
    const isLeaving = state === 'exiting';
    if (!isLeaving) {
      this.#moving?.cancel();
      this.#moving = undefined;
    }
    // Fixed elements would move with a transformed body.
    const target = document.querySelector('.stage') ?? document.body;
    if (away !== undefined && (isLeaving || state === 'entering')) {
      const easing = isLeaving ? 'cubic-bezier(0.7, 0, 0.84, 0.2)' : 'cubic-bezier(0.16, 0.84, 0.3, 1)';
      // Keeps a track that left invisible until the page is empty.
      const fill = isLeaving ? 'forwards' : 'none';
      const frames = isLeaving ? [{}, away] : [away, {}];
      const duration = isLeaving ? exit : enter;
      this.#moving = target.animate(frames, { duration, easing, fill });
    }
  }
}
