import { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';
import { hasRows, PAGE_HEAD_BYTES, type PageHead, pageHead, rowOffsets } from './page.ts';
import { LIBRARY_HEAD_BYTES, type LibraryHead, readLibraryHead, type TablePointer } from './tables.ts';

/** Library file on a player or in memory. */
export interface LibraryFile {
  readonly size: number;
  /** Fewer than `length` bytes only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export interface Page {
  readonly head: PageHead;
  readonly bytes: PageBytes;
  rows?: readonly number[];
}

/** @throws LibraryError */
export function rowsOf(page: Page): readonly number[] {
  page.rows ??= hasRows(page.head) ? rowOffsets(page.bytes, page.head) : [];
  return page.rows;
}

/** Holds the names of a usual library. */
const KEPT_PAGES = 1024;

/** Reads on demand and keeps the latest pages. */
export class Pages {
  readonly head: LibraryHead;
  readonly count: number;
  readonly #file: LibraryFile;
  readonly #kept: Map<number, Page>;
  /** Table types by page number, of pages read in full. */
  readonly #types: Map<number, number>;
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

  /** @throws LibraryError, and the errors of `read` */
  static async open(file: LibraryFile): Promise<Pages> {
    return new Pages(file, readLibraryHead(await file.read(0, Math.min(file.size, LIBRARY_HEAD_BYTES))));
  }

  /** Fails with `too-far` after `limit` pages, in full or in part. */
  limited(limit: number): Pages {
    return new Pages(this.#file, this.head, this.#kept, this.#types, limit);
  }

  table(type: number): TablePointer | undefined {
    return this.head.tables.find((table) => table.type === type);
  }

  /** @throws LibraryError, and the errors of `read` */
  async page(number: number): Promise<Page> {
    const kept = this.#kept.get(number);
    if (kept !== undefined) {
      // First means least recently used.
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

  forget(number: number): void {
    this.#kept.delete(number);
    this.#types.delete(number);
  }

  /** Head of a page and start of its first row. */
  async beginning(number: number, rowBytes: number): Promise<Page> {
    const bytes = this.#kept.get(number)?.bytes ?? (await this.#read(number, PAGE_HEAD_BYTES + rowBytes));
    return { head: bytes.field(pageHead, 0), bytes };
  }

  /**
   * Pages of a table in order. Ends early if the chain leads out of the file, to another table's page or
   * back: then some pages are missing.
   * @param readPage reads at least a page's head; undefined for an unreadable page
   * @param onBroken called unless the chain ends with the table's last page
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
   * Pages of a table, chained or not, except those known as another's.
   * @param readHead reads at least a page's head; undefined for an unreadable page
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

export function isPageOf({ head }: Page, type: number, number: number): boolean {
  return head.type === type && head.number === number;
}
