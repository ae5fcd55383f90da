import { afterReading } from '@deckcast/wire-kit';
import type { ConnectionContext } from './context.ts';
import { StagelinqError } from './errors.ts';

/** Delay that shows that the computer slept or was too busy to read. */
const LATE_MS = 1000;

/** Notices cut power, pulled cables and crashes, which leave connections open. */
export class Liveness {
  readonly #context: ConnectionContext;
  #heardAt = 0;
  #limitMs = 0;
  #onSilent: (reason: StagelinqError) => void = () => {};
  #cancel = () => {};

  constructor(context: ConnectionContext) {
    this.#context = context;
  }

  touch(): void {
    this.#heardAt = this.#context.clock.monotonic();
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  start(limitMs: number, onSilent: (reason: StagelinqError) => void): void {
    this.#onSilent = onSilent;
    this.touch();
    this.limit(limitMs);
  }

  limit(limitMs: number): void {
    this.#limitMs = limitMs;
    this.#wait(limitMs);
  }

  stop(): void {
    this.#cancel();
    this.#onSilent = () => {};
  }

  #wait(ms: number): void {
    this.#cancel();
    const { clock } = this.#context;
    const due = clock.monotonic() + ms;
    this.#cancel = afterReading(clock, ms, () => {
      if (clock.monotonic() - due > LATE_MS) {
        this.touch();
      }
      this.#decide();
    });
  }

  #decide(): void {
    const left = this.#heardAt + this.#limitMs - this.#context.clock.monotonic();
    if (left > 0) {
      this.#wait(left);
    } else {
      this.#onSilent(new StagelinqError('silent', `nothing has arrived for ${this.#limitMs} ms`));
    }
  }
}
