import type { OnReadOpts, Socket } from 'node:net';
import type { StagelinqClock } from './tools.ts';

/** Taken at a time. Four decks send about 4 KiB of beats a second; one who sends far more has to wait. */
const BYTES_AT_ONCE = 32 * 1024;

/**
 * Discards what a socket receives, and only reports that something came. The bytes gather in the system, so that the
 * process wakes at its own checks, not whenever the other side sends.
 */
export class Unread {
  readonly #clock: StagelinqClock;
  readonly #everyMs: number;
  #cancel = () => {};
  /** For `connect`: with a buffer of its own, a socket stops reading as soon as it is paused. */
  readonly onread: OnReadOpts;

  /**
   * @param everyMs between two looks; the first one comes half to one and a half times that after the beginning
   * @param onBytes something came since the last look
   */
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
      this.#cancel = this.#clock.after(this.#untilLook(), () => {
        socket.resume();
        next();
      });
    };
    next();
  }

  /** Every socket is looked at in the same moments of the clock: the process wakes once for all of them. */
  #untilLook(): number {
    const left = this.#everyMs - (this.#clock.monotonic() % this.#everyMs);
    // A timer may fire a little early; that moment is over, too.
    return left < this.#everyMs / 2 ? left + this.#everyMs : left;
  }
}
