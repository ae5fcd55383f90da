/** What this library uses from its host. Nothing is required: the defaults are silent and use Node's own timers. */

export type StagelinqLogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** A message is a constant; data are in the fields. No message is ever repeated once a second. */
export interface StagelinqLogger {
  /** For debugging: dropped datagrams, attempts, closed connections. */
  debug(message: string, fields?: StagelinqLogFields): void;
  info(message: string, fields?: StagelinqLogFields): void;
  /** Something that the user can act on. */
  warn(message: string, fields?: StagelinqLogFields): void;
}

export interface StagelinqClock {
  /** Milliseconds from an arbitrary start; never jumps. */
  monotonic(): number;
  /** Calls `run` once after `ms` milliseconds; the result cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const silentLogger: StagelinqLogger = { debug() {}, info() {}, warn() {} };

export const systemClock: StagelinqClock = {
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds, or as soon as the signal fires. Never rejects. */
export function pause(clock: StagelinqClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}

/** The clock's reading as devices count: whole nanoseconds. */
export function nanoseconds(clock: StagelinqClock): bigint {
  return BigInt(Math.round(clock.monotonic() * 1e6));
}
