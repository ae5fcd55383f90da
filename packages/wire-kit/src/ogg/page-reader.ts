import { CAPTURE, HEAD_BYTES, isIntact, MAX_PAGE_BYTES, type OggPage, readPage } from './page.ts';

/** Finds pages; skips other bytes, unwanted and damaged pages. Holds at most one page, 65,307 bytes. */
export class PageReader {
  readonly #wants: (page: OggPage) => boolean;
  readonly #held = Buffer.allocUnsafe(MAX_PAGE_BYTES);
  #filled = 0;
  #unwanted = 0;

  /** `wants`: decides by a page's head whether its body is read or skipped. */
  constructor(wants: (page: OggPage) => boolean) {
    this.#wants = wants;
  }

  /** Yields pages that end in this piece, each valid until the next is taken. */
  *push(piece: Buffer): Generator<OggPage> {
    let at = 0;
    while (at < piece.length) {
      if (this.#unwanted > 0) {
        const skipped = Math.min(this.#unwanted, piece.length - at);
        this.#unwanted -= skipped;
        at += skipped;
      } else if (this.#filled < CAPTURE.length) {
        at = this.#seek(piece, at);
      } else {
        at = this.#fill(piece, at);
        const page = this.#page();
        if (page !== undefined) {
          yield page;
        }
      }
    }
  }

  /** The first bytes of a page may come in two pieces. */
  #seek(piece: Buffer, from: number): number {
    let at = from;
    if (this.#filled === 0) {
      const found = piece.indexOf(CAPTURE, at);
      at = found < 0 ? Math.max(at, piece.length - CAPTURE.length + 1) : found;
    }
    this.#held[this.#filled] = piece[at] ?? 0;
    this.#filled += 1;
    while (!CAPTURE.subarray(0, this.#filled).equals(this.#held.subarray(0, this.#filled))) {
      this.#held.copyWithin(0, 1, this.#filled);
      this.#filled -= 1;
    }
    return at + 1;
  }

  /** Stops at the page's known length. */
  #fill(piece: Buffer, at: number): number {
    const taken = piece.copy(this.#held, this.#filled, at, at + this.#target() - this.#filled);
    this.#filled += taken;
    return at + taken;
  }

  /** Grows from the head to the lengths, then the body. */
  #target(): number {
    if (this.#filled < HEAD_BYTES) {
      return HEAD_BYTES;
    }
    const head = this.#headBytes();
    return this.#filled < head ? head : head + bodyBytes(this.#held.subarray(HEAD_BYTES, head));
  }

  #headBytes(): number {
    return HEAD_BYTES + this.#held.readUInt8(HEAD_BYTES - 1);
  }

  /** Undefined until complete. */
  #page(): OggPage | undefined {
    if (this.#filled < HEAD_BYTES || this.#filled < this.#headBytes()) {
      return undefined;
    }
    const bytes = this.#held.subarray(0, this.#filled);
    if (this.#filled === this.#headBytes() && !this.#isWanted(bytes)) {
      this.#filled = 0;
      return undefined;
    }
    if (this.#filled < this.#target()) {
      return undefined;
    }
    this.#filled = 0;
    return isIntact(bytes) ? readPage(bytes) : undefined;
  }

  #isWanted(head: Buffer): boolean {
    if (head[4] !== 0) {
      // Not a page: another version.
      return false;
    }
    const isWanted = this.#wants(readPage(head));
    this.#unwanted = isWanted ? 0 : bodyBytes(head.subarray(HEAD_BYTES));
    return isWanted;
  }
}

function bodyBytes(lengths: Uint8Array): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}
