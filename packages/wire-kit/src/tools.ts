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
  /** Returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void;
}

/** Default logger. */
export const silentLogger: WireLogger = { debug() {}, info() {}, warn() {} };

/** Default clock. */
export const systemClock: WireClock = {
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
