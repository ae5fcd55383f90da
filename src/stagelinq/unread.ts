import type { OnReadOpts, Socket } from 'node:net';
import type { StagelinqClock } from './tools.ts';

/** Taken at a time. Four decks send about 4 KiB of beats a second; one who sends far more has to wait. */
const BYTES_AT_ONCE = 32 * 1024;

/**
 * Discards what a socket receives, and only tells that something came. The bytes gather in the system, so that the
 * process wakes when it looks, not whenever the other side sends.
 */
export class Unread {
  readonly #clock: StagelinqClock;
  readonly #everyMs: number;
  #cancel = () => {};
  /** For `connect`: with a buffer of its own, a socket stops reading at once when it is told to. */
  readonly onread: OnReadOpts;

  /** @param onBytes something came since the last look; called at most once in `everyMs` milliseconds */
  constructor(clock: StagelinqClock, everyMs: number, onBytes: () => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.onread = {
      buffer: Buffer.allocUnsafe(BYTES_AT_ONCE),
      callback: () => {
        onBytes();
        return false;
      },
    };
  }

  /** Looks at a connected socket until it is closed. */
  watch(socket: Socket): void {
    socket.once('close', () => this.#cancel());
    const next = () => {
      this.#cancel = this.#clock.after(this.#everyMs, () => {
        socket.resume();
        next();
      });
    };
    next();
  }
}
