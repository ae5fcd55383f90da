import { PageReader, writePage } from '@deckcast/wire-kit/ogg';

/** Headers take a few thousand bytes. With a picture they are too long to keep. */
const MAX_HEAD_BYTES = 64 * 1024;

/**
 * Header pages of the newest Ogg stream in a broadcast, without which later pages can't be decoded. Other formats need
 * none, because they can be joined anywhere.
 */
export class StreamHead {
  readonly #reader = new PageReader((page) => page.first || (!this.#isFull && page.serial === this.#serial));
  #serial: number | undefined;
  #pages: Buffer[] = [];
  #bytes = 0;
  #isFull = false;

  push(bytes: Buffer): void {
    for (const page of this.#reader.push(bytes)) {
      if (page.first) {
        this.#serial = page.serial;
        this.#pages = [];
        this.#bytes = 0;
        this.#isFull = false;
      }
      const written = writePage(page);
      this.#isFull ||= this.#bytes + written.length > MAX_HEAD_BYTES;
      if (!this.#isFull) {
        this.#pages.push(written);
        this.#bytes += written.length;
      }
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pages);
  }
}
