/** Services of the library's host, all optional: the defaults are silent and use Node's timers. */

export type WireLogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Messages are constants; data are in the fields. None repeats every second. */
export interface WireLogger {
  /** Dropped datagrams, attempts, closed connections, unknown messages. */
  debug(message: string, fields?: WireLogFields): void;
  info(message: string, fields?: WireLogFields): void;
  /** User can act on it. */
  warn(message: string, fields?: WireLogFields): void;
}

/** Clock and timers of the host. */
export interface WireClock {
  /** Counts from an arbitrary start; never jumps. */
  monotonic(): number;
  /** Never early by `monotonic`. Returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void;
}

/** Default logger. */
export const silentLogger: WireLogger = { debug() {}, info() {}, warn() {} };

/** Node would fire longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Monotonic milliseconds. Tests replace `performance.now`, but timers stay real. */
function timerNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Default clock. */
export const systemClock: WireClock = {
  monotonic: () => performance.now(),
  after(ms, run) {
    const due = timerNow() + ms;
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      timer = setTimeout(wake, Math.min(Math.max(Math.ceil(leftMs), 0), LONGEST_TIMER_MS));
    };
    // Node counts from when its event loop last looked at the time, so a busy turn makes its timers early.
    const wake = (): void => {
      const leftMs = due - timerNow();
      if (leftMs > 0) {
        wait(leftMs);
      } else {
        run();
      }
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};
