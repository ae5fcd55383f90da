import { LibraryError } from './errors.ts';
import { hasRows, PAGE_HEAD_BYTES } from './page.ts';
import { type Page, type Pages, rowsOf } from './pages.ts';
import type { RowCodec } from './rows.ts';

/** More rows than any library has in one table. */
const MAX_ROWS = 1_000_000;

/** The offsets of one table's rows, and the rows themselves, read on demand. */
export class RowIndex<Row extends { readonly id: number }> {
  readonly #type: number;
  readonly #codec: RowCodec<Row>;
  readonly #dense: boolean;
  /** Byte of the file where a row begins, by its id, on the pages that were read. */
  readonly #places = new Map<number, number>();
  #isBuilt = false;

  /** @param dense whether most pages of the file are this table's */
  constructor(type: number, codec: RowCodec<Row>, dense = false) {
    this.#type = type;
    this.#codec = codec;
    this.#dense = dense;
  }

  get size(): number {
    return this.#places.size;
  }

  ids(): IterableIterator<number> {
    return this.#places.keys();
  }

  /** Whether the row was met. */
  has(id: number): boolean {
    return this.#places.has(id);
  }

  /**
   * Reads every page of the table, unless that was done.
   * @param between called before each page
   * @throws LibraryError, and what `read` throws
   */
  async build(pages: Pages, between: Between = () => undefined): Promise<void> {
    if (this.#isBuilt) {
      return;
    }
    const readPage = async (number: number): Promise<Page> => {
      await between();
      return await pages.page(number);
    };
    for await (const page of pages.chain(this.#type, readPage)) {
      for (const at of rowsOf(page)) {
        const id = this.#idAt(page, at);
        if (id !== NO_ID) {
          this.#places.set(id, page.head.number * pages.head.pageBytes + at);
        }
      }
      if (this.#places.size > MAX_ROWS) {
        throw new LibraryError('too-large', 'more rows than a library has');
      }
    }
    this.#isBuilt = true;
  }

  /** A row by its id: with the index always, without it only if it is where ascending ids would put it, or was met. */
  async find(pages: Pages, id: number): Promise<Row | undefined> {
    if (id === NO_ID) {
      return undefined;
    }
    const place = this.#places.get(id);
    if (place === undefined) {
      return this.#isBuilt ? undefined : await this.#search(pages, id);
    }
    const { pageBytes } = pages.head;
    const page = await pages.page(Math.floor(place / pageBytes));
    const at = place % pageBytes;
    // The file may have changed since.
    return rowsOf(page).includes(at) && this.#idAt(page, at) === id
      ? this.#codec.read(page.bytes, at)
      : undefined;
  }

  /** A row by its id, for sure: where ascending ids do not lead to it, every page is read. */
  async findAnyway(pages: Pages, id: number): Promise<Row | undefined> {
    const found = await this.find(pages, id);
    if (found !== undefined || id === NO_ID || this.#isBuilt) {
      return found;
    }
    await this.build(pages);
    return await this.find(pages, id);
  }

  #idAt({ bytes }: Page, at: number): number {
    const { id } = this.#codec;
    return bytes.field(id.field, at + id.at);
  }

  async #search(pages: Pages, id: number): Promise<Row | undefined> {
    const likely = await this.#likelyPage(pages, id);
    if (likely === undefined) {
      return undefined;
    }
    const page = await pages.page(likely);
    const at = rowsOf(page).find((offset) => this.#idAt(page, offset) === id);
    return at === undefined ? undefined : this.#codec.read(page.bytes, at);
  }

  /**
   * The page that a row is on if ids grow from page to page. Nothing guarantees that they do, and no index from ids to pages
   * is known in the format: a row that is not found there may still exist.
   */
  async #likelyPage(pages: Pages, id: number): Promise<number | undefined> {
    const readPage = (number: number) =>
      pages.beginning(number, this.#codec.id.at + this.#codec.id.field.size);
    return this.#dense
      ? await this.#likelyByHalving(pages, id, readPage)
      : await this.#likelyInChain(pages, id, readPage);
  }

  async #likelyInChain(pages: Pages, id: number, readPage: ReadPage): Promise<number | undefined> {
    let likely: number | undefined;
    for await (const page of pages.chain(this.#type, readPage)) {
      // The first row begins right after the head; a deleted one still shows which ids are here.
      if (hasRows(page.head)) {
        if (this.#idAt(page, PAGE_HEAD_BYTES) > id) {
          break;
        }
        likely = page.head.number;
      }
    }
    return likely;
  }

  async #likelyByHalving(pages: Pages, id: number, readPage: ReadPage): Promise<number | undefined> {
    const table = pages.table(this.#type);
    let [low, high] = [table?.first ?? 1, Math.min(table?.last ?? 0, pages.count - 1)];
    let likely: number | undefined;
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const probe = await this.#nextWithRows(middle, Math.min(high, middle + MAX_FOREIGN), readPage);
      if (probe === undefined || this.#idAt(probe, PAGE_HEAD_BYTES) > id) {
        high = middle - 1;
      } else {
        likely = probe.head.number;
        low = likely + 1;
      }
    }
    return likely;
  }

  /** Pages of all tables are mixed: the next one of this table is near. */
  async #nextWithRows(from: number, to: number, readPage: ReadPage): Promise<Page | undefined> {
    for (let number = from; number <= to; number++) {
      const page = await readPage(number);
      // A damaged page may say that it is another one: the search would go back to that, again and again.
      if (page.head.type === this.#type && page.head.number === number && hasRows(page.head)) {
        return page;
      }
    }
    return undefined;
  }
}

/** What to wait for before each page. */
export type Between = () => PromiseLike<unknown> | undefined;

type ReadPage = (number: number) => Promise<Page>;

/** Stands for no row, and no row has it. */
const NO_ID = 0;
/** Pages of other tables to skip at most: a new file begins with two of each of its 20 tables. */
const MAX_FOREIGN = 64;
