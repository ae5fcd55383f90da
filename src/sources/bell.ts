import type { Clock } from '../core/tools.ts';

/** Wakes a loop that otherwise looks once in a while. Rings between two waits are not lost. */
export class Bell {
  readonly #clock: Clock;
  #rung = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Until the bell rings, the time is over, or the signal fires. Tells whether it rang. One waiter at a time. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.after(ms, () => this.#wake?.());
        const wake = (): void => {
          cancel();
          signal.removeEventListener('abort', wake);
          this.#wake = undefined;
          resolve();
        };
        this.#wake = wake;
        signal.addEventListener('abort', wake, { once: true });
      });
    }
    const rang = this.#rung;
    this.#rung = false;
    return rang;
  }
}
