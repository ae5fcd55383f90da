export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

const LINE_FEED = 0x0a;

export class LineSplitter {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #held = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get held(): number {
    return this.#held;
  }

  /**
   * A piece may split a character, so only whole lines are decoded. Throws LineTooLongError; the splitter
   * cannot be used any more.
   */
  *push(piece: Buffer): Generator<string> {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      this.#hold(piece.subarray(start, end));
      start = end + 1;
      const line = Buffer.concat(this.#pieces, this.#held).toString('utf8');
      this.#pieces = [];
      this.#held = 0;
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
    this.#hold(piece.subarray(start));
  }

  #hold(piece: Buffer): void {
    this.#held += piece.length;
    if (this.#held > this.#maxBytes) {
      this.#pieces = [];
      throw new LineTooLongError(`a line is longer than ${this.#maxBytes} bytes`);
    }
    if (piece.length > 0) {
      // A slice would keep the whole network buffer alive.
      this.#pieces.push(Buffer.from(piece));
    }
  }
}
