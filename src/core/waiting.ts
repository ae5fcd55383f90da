import type { Clock } from './tools.ts';

export { afterReading, sleep, Timer, Turns, within } from '@deckcast/wire-kit';

export async function untilAborted(signal: AbortSignal): Promise<void> {
  await unlessAborted(new Promise<never>(() => undefined), signal);
}

export function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    const over = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).then(over);
    if (signal.aborted) {
      stop();
    }
  });
}

/** Resolves when the signal fires, where `Clock.sleep` rejects. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return clock.sleep(ms, signal).catch(() => undefined);
}

export function settlesWithin(clock: Clock, ms: number, work: PromiseLike<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false));
    const resolveInTime = (): void => {
      cancel();
      resolve(true);
    };
    work.then(resolveInTime, resolveInTime);
  });
}

export interface Backoff {
  /** Pause after the first failure; doubles with each further one. */
  readonly firstMs: number;
  readonly longestMs?: number;
}

export function backoffMs(
  failures: number,
  { firstMs, longestMs = Number.POSITIVE_INFINITY }: Backoff,
): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1));
}

/** Wakes a polling loop early, also if notified between two waits. */
export class WakeSignal {
  readonly #clock: Clock;
  #notified = false;
  #wake: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  notify(): void {
    this.#notified = true;
    this.#wake?.abort();
  }

  /** Resolves to whether it was notified. One waiter at a time. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#notified) {
      this.#wake = new AbortController();
      await unlessAborted(pause(this.#clock, ms, this.#wake.signal), signal);
      this.#wake.abort();
    }
    const notified = this.#notified;
    this.#notified = false;
    return notified;
  }
}
