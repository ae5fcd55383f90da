import { type OggComment, readComments } from './comments.ts';
import type { OggPage } from './page.ts';
import { PageReader } from './page-reader.ts';
import { StepRunner } from './steps.ts';

/** A file has one or two. */
const MAX_STREAMS = 8;

/**
 * Reads the comments of every stream in endless bytes: broadcasters begin another stream for each track. Skips audio.
 * Accepts any bytes, in bounded memory.
 */
export class OggTagReader {
  /** Comments are still to come, by serial number. */
  readonly #beginning = new Map<number, StreamBeginning>();
  readonly #pages = new PageReader((page) => page.first || this.#beginning.has(page.serial));

  /** Yields the comments that end in this piece, a list for each stream. */
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

/** Read up to its comments. */
class StreamBeginning {
  readonly #packets = new StepRunner(readComments());
  #nextPage: number;
  #insidePacket = false;
  #isDamaged = false;

  constructor(firstPage: number) {
    this.#nextPage = firstPage;
  }

  /** The rest can be skipped. */
  get isOver(): boolean {
    return this.#isDamaged || this.#packets.isOver;
  }

  /** Comments, if they end in this page. */
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
