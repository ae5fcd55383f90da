import type { WireClock } from './tools.ts';

/** Never rejects: resolves after `ms`, or when the signal fires. */
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
 * Calls `run` after `ms`, once bytes that arrived until then are read: a computer that was busy or asleep
 * runs timers first, and its own delay is not the other side's silence. Returns a function that cancels it.
 */
export function afterReading(clock: WireClock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, () => {
    cancel = clock.after(0, run);
  });
  return () => cancel();
}

/** Time limit for work. */
export interface TimeLimit {
  readonly clock: WireClock;
  readonly ms: number;
  /** Makes the error for late work. */
  readonly late: () => Error;
  /** Ends the work with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work with a time limit. Its signal fires with the error when it has to end; work that ignores it is
 * not awaited.
 */
export async function within<T>(
  { clock, ms, late, signal }: TimeLimit,
  work: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const end = new AbortController();
  const cancel = afterReading(clock, ms, () => end.abort(late()));
  const abort = (): void => end.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await orAborted(work(end.signal), end.signal);
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
}

/** Rejects with the signal's reason if that fires first. */
export async function orAborted<T>(work: PromiseLike<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) {
    return await work;
  }
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) {
      abort();
    }
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Rejects with the signal's reason if that fires first. */
export async function sleep(clock: WireClock, ms: number, signal?: AbortSignal): Promise<void> {
  await pause(clock, ms, signal);
  signal?.throwIfAborted();
}

/** Starting it again cancels the earlier call. */
export class Timer {
  readonly #clock: WireClock;
  #cancel: (() => void) | undefined;

  constructor(clock: WireClock) {
    this.#clock = clock;
  }

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
