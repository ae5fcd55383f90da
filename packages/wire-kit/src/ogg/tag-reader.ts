import { type OggComment, readComments } from './comments.ts';
import type { OggPage } from './page.ts';
import { PageReader } from './page-reader.ts';
import { StepRunner } from './steps.ts';

/** Files have one or two. */
const MAX_STREAMS = 8;

/**
 * Reads the comments of each stream: broadcasters begin one for each track. Accepts any bytes, in bounded
 * memory.
 */
export class OggTagReader {
  /** Streams whose comments are still to come, by serial number. */
  readonly #beginning = new Map<number, StreamBeginning>();
  readonly #pages = new PageReader((page) => page.first || this.#beginning.has(page.serial));

  /** Yields a list for each stream whose comments end in this piece. */
  *push(piece: Buffer): Generator<readonly OggComment[]> {
    for (const page of this.#pages.push(piece)) {
      if (page.first) {
        this.#begin(page);
      }
      const stream = this.#beginning.get(page.serial);
      const comments = stream?.read(page);
      if (stream?.isOver || page.last) {
        this.#beginning.delete(page.serial);
      }
      if (comments !== undefined) {
        yield comments;
      }
    }
  }

  #begin({ serial, number }: OggPage): void {
    const [oldest] = this.#beginning.keys();
    if (oldest !== undefined && this.#beginning.size === MAX_STREAMS) {
      this.#beginning.delete(oldest);
    }
    this.#beginning.set(serial, new StreamBeginning(number));
  }
}

class StreamBeginning {
  readonly #packets = new StepRunner(readComments());
  #nextPage: number;
  #insidePacket = false;
  #isDamaged = false;

  constructor(firstPage: number) {
    this.#nextPage = firstPage;
  }

  get isOver(): boolean {
    return this.#isDamaged || this.#packets.isOver;
  }

  read(page: OggPage): readonly OggComment[] | undefined {
    if (page.number !== this.#nextPage || page.continued !== this.#insidePacket) {
      // A page is missing.
      this.#isDamaged = true;
      return undefined;
    }
    this.#nextPage = (page.number + 1) >>> 0;
    let start = 0;
    let end = 0;
    for (const [index, length] of page.lengths.entries()) {
      end += length;
      this.#insidePacket = length === 255;
      if (!this.#insidePacket || index === page.lengths.length - 1) {
        this.#packets.push(page.body.subarray(start, end), !this.#insidePacket);
        start = end;
      }
    }
    return this.#packets.result;
  }
}
