import type { Clock } from '../../core/tools.ts';
import type { PlayId, Transition } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';

/** A transition that waits out its hold. */
export interface Held {
  readonly transition: Transition;
  /** When it will be featured, milliseconds since 1970-01-01 UTC. */
  readonly until: number;
  /** When its source reported it, on the monotonic clock. */
  readonly since: number;
}

/**
 * Delays transitions: a newer one replaces the pending one and restarts the wait. Without a delay a transition passes
 * straight through, in the same call.
 */
export class Hold {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #release: (transition: Transition, since: number) => void;
  #pending: Held | undefined;

  /** `release` gets the transition and when its wait began, on the monotonic clock. */
  constructor(clock: Clock, release: (transition: Transition, since: number) => void) {
    this.#clock = clock;
    this.#timer = new Timer(clock);
    this.#release = release;
  }

  /** `delayMs`: how long this transition must stay the newest. */
  start(transition: Transition, delayMs: number): void {
    this.drop();
    const since = this.#clock.monotonic();
    if (delayMs === 0) {
      this.#release(transition, since);
      return;
    }
    this.#pending = { transition, until: this.#clock.now() + delayMs, since };
    this.#timer.set(delayMs, () => this.skip());
  }

  get held(): Held | undefined {
    return this.#pending;
  }

  /** Ends the wait now; does nothing when no transition waits. */
  skip(): void {
    const pending = this.#pending;
    this.drop();
    if (pending !== undefined) {
      this.#release(pending.transition, pending.since);
    }
  }

  drop(): void {
    this.#timer.cancel();
    this.#pending = undefined;
  }

  /** Updates the pending transition and returns it; undefined when it belongs to another play. */
  change(
    playId: PlayId,
    news: Partial<Pick<Transition, 'hidden' | 'track' | 'nativeArt'>>,
  ): Transition | undefined {
    if (this.#pending?.transition.playId !== playId) {
      return undefined;
    }
    const transition = { ...this.#pending.transition, ...news };
    this.#pending = { ...this.#pending, transition };
    return transition;
  }
}
