import type { Clock } from '../core/tools.ts';

/** Wakes a loop that otherwise looks once in a while. A notification between two waits is not lost. */
export class WakeSignal {
  readonly #clock: Clock;
  #notified = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  notify(): void {
    this.#notified = true;
    this.#wake?.();
  }

  /** Until it is notified, the time is over, or the signal fires. Tells whether it was. One waiter at a time. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#notified && !signal.aborted) {
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
    const notified = this.#notified;
    this.#notified = false;
    return notified;
  }
}
