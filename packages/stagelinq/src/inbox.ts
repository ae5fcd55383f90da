import { type WireClock, within } from '@deckcast/wire-kit';
import { StagelinqError } from './errors.ts';

/** A listing has few parts, a window of file pieces a few hundred. */
const MAX_ENTRIES = 4096;

/** Bounded queue of answers for one request. */
export class Inbox<Entry> {
  readonly #maxBytes: number;
  readonly #sizeOf: (entry: Entry) => number;
  #entries: Entry[] = [];
  #bytes = 0;
  #wake = () => {};
  #ended: StagelinqError | undefined;

  constructor(maxBytes: number, sizeOf: (entry: Entry) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  /** @throws StagelinqError `too-large` if more waits than can have been requested */
  put(entry: Entry): void {
    const bytes = this.#bytes + this.#sizeOf(entry);
    if (this.#entries.length > 0 && (bytes > this.#maxBytes || this.#entries.length >= MAX_ENTRIES)) {
      throw new StagelinqError('too-large', 'the device sends far more than was requested');
    }
    this.#bytes = bytes;
    this.#entries.push(entry);
    this.#wake();
  }

  /** Rejects waiting and later calls. */
  end(reason: StagelinqError): void {
    this.#ended = reason;
    this.#wake();
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }

  /**
   * Serves one caller at a time.
   * @throws StagelinqError `timeout`, or the reason of `end` or the signal
   */
  async next(clock: WireClock, timeoutMs: number, signal: AbortSignal | undefined): Promise<Entry> {
    signal?.throwIfAborted();
    const late = () => new StagelinqError('timeout', `no answer in ${timeoutMs} ms`);
    if (this.#entries.length === 0 && this.#ended === undefined) {
      const arrived = () =>
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      await within({ clock, ms: timeoutMs, late, signal }, arrived);
    }
    const entry = this.#entries.shift();
    if (entry === undefined) {
      throw this.#ended ?? late();
    }
    this.#bytes -= this.#sizeOf(entry);
    return entry;
  }
}
