import type { OnReadOpts, Socket } from 'node:net';
import type { CoalescedTimer } from './coalesced-timer.ts';

/** Bytes read at a time. Four decks send about 4 KiB of beats a second; a faster sender has to wait. */
const BYTES_AT_ONCE = 32 * 1024;

/**
 * Discards the bytes of a socket and only reports that some came. They gather in the OS, so that the process wakes at
 * its own checks, not whenever the device sends: a device sends thirty beats a second, even while nothing plays, and
 * waking for each costs more than reading it (`npm run bench -- cpu`). The connection stays open because missing beats
 * are the first sign of a lost device.
 */
export class Unread {
  readonly #timer: CoalescedTimer;
  readonly #everyMs: number;
  /**
   * Option of `connect`. With its own buffer, a socket stops reading as soon as it is paused, not when its stream is
   * full.
   */
  readonly onread: OnReadOpts;

  /**
   * @param everyMs milliseconds between two checks
   * @param onBytes called if bytes came since the last check
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

  /** Checks a connected socket until it is closed. */
  watch(socket: Socket): void {
    const stop = this.#timer.every(this.#everyMs, () => socket.resume());
    socket.once('close', stop);
  }
}
