import { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';
import { hasRows, PAGE_HEAD_BYTES, type PageHead, pageHead, rowOffsets } from './page.ts';
import { LIBRARY_HEAD_BYTES, type LibraryHead, readLibraryHead, type TablePointer } from './tables.ts';

/** The bytes of a library, wherever they are: a file, a player, memory. */
export interface LibraryFile {
  /** Bytes. */
  readonly size: number;
  /** This many bytes from this offset on; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A page with its decoded head. */
export interface Page {
  readonly head: PageHead;
  readonly bytes: PageBytes;
  /** Where its rows begin; computed at the first use. */
  rows?: readonly number[];
}

/** Offsets of the existing rows. @throws LibraryError */
export function rowsOf(page: Page): readonly number[] {
  page.rows ??= hasRows(page.head) ? rowOffsets(page.bytes, page.head) : [];
  return page.rows;
}

/** Pages kept: enough for the names in a library of usual size. */
const KEPT_PAGES = 1024;

/** The pages of a library, read on demand; the latest ones are kept. */
export class Pages {
  readonly head: LibraryHead;
  readonly count: number;
  readonly #file: LibraryFile;
  readonly #kept: Map<number, Page>;
  /** Table types of the pages that were read in full, by page number. */
  readonly #types: Map<number, number>;
  /** Pages that may still be read. */
  #left: number;

  private constructor(
    file: LibraryFile,
    head: LibraryHead,
    kept = new Map<number, Page>(),
    types = new Map<number, number>(),
    limit = Number.POSITIVE_INFINITY,
  ) {
    this.#file = file;
    this.head = head;
    this.count = Math.floor(file.size / head.pageBytes);
    this.#kept = kept;
    this.#types = types;
    this.#left = limit;
  }

  /** @throws LibraryError, and what `read` throws */
  static async open(file: LibraryFile): Promise<Pages> {
    return new Pages(file, readLibraryHead(await file.read(0, Math.min(file.size, LIBRARY_HEAD_BYTES))));
  }

  /** The same pages, of which no more than `limit` are read, in full or in part: then reading fails with `too-far`. */
  limited(limit: number): Pages {
    return new Pages(this.#file, this.head, this.#kept, this.#types, limit);
  }

  table(type: number): TablePointer | undefined {
    return this.head.tables.find((table) => table.type === type);
  }

  /** All of a page. @throws LibraryError, and what `read` throws */
  async page(number: number): Promise<Page> {
    const kept = this.#kept.get(number);
    if (kept !== undefined) {
      // The least recently used page is the first.
      this.#kept.delete(number);
      this.#kept.set(number, kept);
      return kept;
    }
    const bytes = await this.#read(number, this.head.pageBytes);
    const page = { head: bytes.field(pageHead, 0), bytes };
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_PAGES && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
    this.#kept.set(number, page);
    if (page.head.number === number) {
      this.#types.set(number, page.head.type);
    }
    return page;
  }

  /** Reads the page from the file at its next use. */
  forget(number: number): void {
    this.#kept.delete(number);
    this.#types.delete(number);
  }

  /** The first bytes of a page: its head and the begin of its first row. */
  async beginning(number: number, rowBytes: number): Promise<Page> {
    const bytes = this.#kept.get(number)?.bytes ?? (await this.#read(number, PAGE_HEAD_BYTES + rowBytes));
    return { head: bytes.field(pageHead, 0), bytes };
  }

  /**
   * A table's pages, in order. Also ends where a chain leads out of the file, to another table's page or back to a page
   * before: then the table has pages that are not in the chain.
   * @param readPage reads the needed part of a page, at least its head; undefined for an unreadable page
   * @param onBroken called when the chain does not end with the table's last page
   */
  async *chain(
    type: number,
    readPage: (number: number) => Promise<Page | undefined>,
    onBroken: () => void = () => undefined,
  ): AsyncGenerator<Page, void, undefined> {
    const table = this.table(type);
    if (table === undefined) {
      return;
    }
    const seen = new Set<number>();
    for (let number = table.first; number > 0 && number < this.count && !seen.has(number); ) {
      seen.add(number);
      const page = await readPage(number);
      if (page === undefined || !isPageOf(page, type, number)) {
        break;
      }
      yield page;
      if (number === table.last) {
        return;
      }
      number = page.head.next;
    }
    onBroken();
  }

  /**
   * All pages of the file that may be a table's, without those that were read and are another table's.
   * @param readHead reads at least the head of a page; undefined for an unreadable page
   */
  async *allOf(
    type: number,
    readHead: (number: number) => Promise<Page | undefined>,
  ): AsyncGenerator<number, void, undefined> {
    for (let number = 1; number < this.count; number++) {
      if ((this.#types.get(number) ?? type) === type) {
        const page = await readHead(number);
        if (page !== undefined && isPageOf(page, type, number)) {
          yield number;
        }
      }
    }
  }

  async #read(number: number, length: number): Promise<PageBytes> {
    this.#left -= 1;
    if (this.#left < 0) {
      throw new LibraryError('too-far', 'too many pages would have to be read');
    }
    const bytes = await this.#file.read(number * this.head.pageBytes, length);
    if (bytes.length < length) {
      throw new LibraryError('truncated', `page ${number} is not all there`);
    }
    return new PageBytes(bytes);
  }
}

/** Whether the head of a page says that it is this page of this table. */
export function isPageOf({ head }: Page, type: number, number: number): boolean {
  return head.type === type && head.number === number;
}
