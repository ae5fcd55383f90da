import type { Clock } from './tools.ts';

/** Why something is missing: worth a log line once it lasts, and again when another cause has taken its place. */
export class LastingCause {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #lastsMs: number;
  #cause: string | undefined;
  #since = 0;
  #told: string | undefined;

  constructor(clock: Pick<Clock, 'monotonic'>, lastsMs: number) {
    this.#clock = clock;
    this.#lastsMs = lastsMs;
  }

  /** Returns whether it differs from the cause before. Undefined: nothing is missing. */
  becomes(cause: string | undefined): boolean {
    if (cause === undefined) {
      this.#told = undefined;
    }
    if (cause === this.#cause) {
      return false;
    }
    this.#cause = cause;
    this.#since = this.#clock.monotonic();
    return true;
  }

  /** Returns true once it lasts, unless it was the last one told. */
  isToTell(): boolean {
    const lasts = this.#clock.monotonic() >= this.#since + this.#lastsMs;
    if (this.#cause === undefined || this.#cause === this.#told || !lasts) {
      return false;
    }
    this.#told = this.#cause;
    return true;
  }
}
