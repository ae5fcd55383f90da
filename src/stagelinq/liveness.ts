import type { Context } from './context.ts';
import { StagelinqError } from './errors.ts';

const CHECKS_PER_LIMIT = 5;

/** Notices a device that keeps its connections open but says nothing: cut power, a pulled cable, a crash. */
export class Liveness {
  readonly #context: Context;
  #heardAt = 0;
  #limitMs = 0;
  #cancel = () => {};

  constructor(context: Context) {
    this.#context = context;
  }

  /** The device said something. */
  touch(): void {
    this.#heardAt = this.#context.clock.monotonic();
  }

  start(limitMs: number, onSilent: (reason: StagelinqError) => void): void {
    this.#limitMs = limitMs;
    this.touch();
    this.#check(onSilent);
  }

  /** From now on this long a silence is too long. */
  limit(limitMs: number): void {
    this.#limitMs = limitMs;
  }

  stop(): void {
    this.#cancel();
  }

  #check(onSilent: (reason: StagelinqError) => void): void {
    const { clock } = this.#context;
    const waitMs = this.#limitMs / CHECKS_PER_LIMIT;
    const begun = clock.monotonic();
    this.#cancel = clock.after(waitMs, () => {
      const now = clock.monotonic();
      // The computer slept, or was too busy to read: the silence may have been ours.
      if (now - begun > 2 * waitMs) this.touch();
      if (now - this.#heardAt > this.#limitMs) {
        onSilent(new StagelinqError('silent', `nothing has arrived for ${this.#limitMs} ms`));
        return;
      }
      this.#check(onSilent);
    });
  }
}
