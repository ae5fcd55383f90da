/** What this library needs from its host. Nothing is required: the defaults are silent and use Node's own timers. */

export type ProDjLinkLogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** A message is a constant; data are in the fields. */
export interface ProDjLinkLogger {
  /** For diagnosis: dropped datagrams, unknown kinds of messages. */
  debug(message: string, fields?: ProDjLinkLogFields): void;
  /** A problem that the user can fix. */
  warn(message: string, fields?: ProDjLinkLogFields): void;
}

export interface ProDjLinkClock {
  /** Milliseconds from an arbitrary start; never jumps. */
  monotonic(): number;
  /** Calls `run` once after `ms` milliseconds; the result cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const quietLogger: ProDjLinkLogger = { debug() {}, warn() {} };

export const nodeClock: ProDjLinkClock = {
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds, or as soon as the signal fires. Never rejects. */
export function pause(clock: ProDjLinkClock, ms: number, signal?: AbortSignal): Promise<void> {
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
  clock: ProDjLinkClock,
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
