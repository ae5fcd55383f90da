import type { OnReadOpts, Socket } from 'node:net';
import type { CoalescedTimer } from './coalesced-timer.ts';

/** Taken at a time. Four decks send about 4 KiB of beats a second; one who sends far more has to wait. */
const BYTES_AT_ONCE = 32 * 1024;

/**
 * Discards what a socket receives, and only reports that something came. The bytes gather in the system, so that the
 * process wakes at its own checks, not whenever the other side sends: a device sends thirty beats a second, even while
 * nothing plays, and waking for each costs more than reading it (`npm run bench -- cpu`). The connection is kept because
 * beats are the sign of life that is missed first.
 */
export class Unread {
  readonly #timer: CoalescedTimer;
  readonly #everyMs: number;
  /** For `connect`: with a buffer of its own, a socket stops reading at once when paused, not when its stream is full. */
  readonly onread: OnReadOpts;

  /**
   * @param everyMs between two looks
   * @param onBytes something came since the last look
   */
  constructor(timer: CoalescedTimer, everyMs: number, onBytes: () => void) {
    this.#timer = timer;
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
    const stop = this.#timer.every(this.#everyMs, () => socket.resume());
    socket.once('close', stop);
  }
}
