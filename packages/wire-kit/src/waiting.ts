import type { WireClock } from './tools.ts';

/** Resolves after `ms` milliseconds, or as soon as the signal fires. Never rejects. */
export function pause(clock: WireClock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/**
 * Settles as `work` does, or rejects with the error of `late` after `ms` milliseconds, or with the signal's reason.
 * The work itself is not stopped.
 */
export function within<Result>(
  clock: WireClock,
  ms: number,
  work: Promise<Result>,
  late: () => Error,
  signal?: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    const cancel = clock.after(ms, () => reject(late()));
    if (signal?.aborted) {
      abort();
    }
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      cancel();
      signal?.removeEventListener('abort', abort);
    });
  });
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when that fires first. */
export async function sleep(clock: WireClock, ms: number, signal?: AbortSignal): Promise<void> {
  await pause(clock, ms, signal);
  signal?.throwIfAborted();
}

/** A timer that can be set again: what it was set to before does not happen. */
export class Timer {
  readonly #clock: WireClock;
  #cancel: (() => void) | undefined;

  constructor(clock: WireClock) {
    this.#clock = clock;
  }

  /** It is running. */
  get isSet(): boolean {
    return this.#cancel !== undefined;
  }

  set(ms: number, run: () => void): void {
    this.cancel();
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = undefined;
      run();
    });
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
