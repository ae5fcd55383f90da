import type { OnReadOpts, Socket } from 'node:net';
import type { CoalescedTimer } from './coalesced-timer.ts';

/** Four decks send about 4 KiB of beats a second; a faster sender has to wait. */
const BYTES_AT_ONCE = 32 * 1024;

/**
 * Bytes gather in the OS, so that the process wakes at its own checks, not whenever the device sends: a device sends
 * thirty beats a second, even while nothing plays, and waking for each costs more than reading it (`npm run bench --
 * cpu`). The connection stays open because missing beats are the first sign of a lost device.
 */
export class Unread {
  readonly #timer: CoalescedTimer;
  readonly #everyMs: number;
  /** With its own buffer, a socket stops reading as soon as it is paused, not when its stream is full. */
  readonly onread: OnReadOpts;

  /** `everyMs`: between two checks. `onBytes`: bytes came since the last check. */
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

  watch(socket: Socket): void {
    const stop = this.#timer.every(this.#everyMs, () => socket.resume());
    socket.once('close', stop);
  }
}
