/** Services of the library's host. All are optional: the defaults are silent and use Node's own timers. */

export type WireLogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Messages are constants; data are in the fields. No message repeats every second. */
export interface WireLogger {
  /** Debug messages: dropped datagrams, attempts, closed connections, unknown kinds of messages. */
  debug(message: string, fields?: WireLogFields): void;
  info(message: string, fields?: WireLogFields): void;
  /** Warnings that the user can act on. */
  warn(message: string, fields?: WireLogFields): void;
}

/** Clock and timers of the host. */
export interface WireClock {
  /** Milliseconds from an arbitrary start; never jumps. */
  monotonic(): number;
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** Logger without output. */
export const silentLogger: WireLogger = { debug() {}, info() {}, warn() {} };

/** Clock with Node's timers. */
export const systemClock: WireClock = {
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
