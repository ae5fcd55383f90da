import { StagelinqError } from './errors.ts';

/**
 * Returns how many bytes the message at `start` needs, as far as the bytes up to `end` tell. More than
 * present: incomplete, and the answer may grow with the head. Throws a StagelinqError if no message begins
 * with these bytes: framing is lost, and the connection must close.
 */
export type Measure = (bytes: Uint8Array, start: number, end: number) => number;

/** Receives the bytes of one message, from `start` to `end`, valid during the call only. */
export type OnMessage = (bytes: Buffer, start: number, end: number) => void;

/** Bytes accepted by default. Real frames stay below 128 KiB (file chunks). */
export const MAX_FRAME_BYTES = 1024 * 1024;

export const FRAME_HEAD = 4;

/** Measures messages behind a u32 length, as all services send. */
export function measureFrames(maxFrameBytes = MAX_FRAME_BYTES): Measure {
  return (bytes, start, end) => {
    if (end - start < FRAME_HEAD) {
      return FRAME_HEAD;
    }
    const length = readU32(bytes, start);
    if (length > maxFrameBytes) {
      throw new StagelinqError(
        'too-large',
        `a frame of ${length} bytes is above the limit of ${maxFrameBytes}`,
      );
    }
    return FRAME_HEAD + length;
  };
}

/** Measures one message of the first kind, then others: a service connection opens with an announcement. */
export function measureFirst(first: Measure, following: Measure): Measure {
  let opened = false;
  return (bytes, start, end) => {
    if (opened) {
      return following(bytes, start, end);
    }
    const needed = first(bytes, start, end);
    if (needed <= end - start) {
      opened = true;
    }
    return needed;
  };
}

/** Turns chunks into messages. Copies only those that span chunks, once. */
export class Splitter {
  readonly #measure: Measure;
  #pending: Buffer = Buffer.alloc(0);
  #held = 0;

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  /** Bytes of an incomplete message. */
  get held(): number {
    return this.#held;
  }

  push(chunk: Buffer, onMessage: OnMessage): void {
    let at = this.#held === 0 ? 0 : this.#complete(chunk, onMessage);
    if (this.#held > 0) {
      return;
    }
    while (at < chunk.length) {
      const needed = this.#measure(chunk, at, chunk.length);
      if (needed > chunk.length - at) {
        this.#hold(chunk, at, chunk.length, needed);
        return;
      }
      const start = at;
      at += needed;
      onMessage(chunk, start, at);
    }
  }

  /** Rest of a message from an earlier chunk. Returns where it ends. */
  #complete(chunk: Buffer, onMessage: OnMessage): number {
    let at = 0;
    for (;;) {
      const needed = this.#measure(this.#pending, 0, this.#held);
      if (needed <= this.#held) {
        this.#held = 0;
        onMessage(this.#pending, 0, needed);
        return at;
      }
      if (at === chunk.length) {
        return at;
      }
      const until = Math.min(chunk.length, at + needed - this.#held);
      this.#hold(chunk, at, until, needed);
      at = until;
    }
  }

  #hold(chunk: Buffer, start: number, end: number, needed: number): void {
    const total = this.#held + end - start;
    if (total > this.#pending.length) {
      // Doubles instead of allocating the announced length, so that a peer that lies about it costs no
      // memory.
      const larger = Buffer.allocUnsafe(Math.max(total, Math.min(needed, total * 2), 256));
      larger.set(this.#pending.subarray(0, this.#held));
      this.#pending = larger;
    }
    this.#pending.set(chunk.subarray(start, end), this.#held);
    this.#held = total;
  }
}

/** Faster than a DataView for every chunk. */
export function readU32(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  );
}
