import { isDamage, LibraryError } from './errors.ts';
import { hasRows, PAGE_HEAD_BYTES } from './page.ts';
import { isPageOf, type Page, type Pages, rowsOf } from './pages.ts';
import type { RowCodec } from './rows.ts';

/** Real tables have fewer. */
const MAX_ROWS = 1_000_000;

/** Row offsets of a table, and its rows on demand. */
export class RowIndex<Row extends { readonly id: number }> {
  readonly #type: number;
  readonly #codec: RowCodec<Row>;
  readonly #dense: boolean;
  readonly #places = new Map<number, number>();
  #isBuilt = false;
  #isDamaged = false;

  /** `dense`: most pages of the file are this table's. */
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

  /** Rows may be missing. Conclusive once built. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  /**
   * Reads every page of the table once; a damaged one twice, then skips it. If it breaks the chain, the type
   * finds the other pages.
   * @param between called before each page
   * @throws LibraryError `too-far`, `too-large`, and the errors of `read`
   */
  async build(pages: Pages, between: Between = () => undefined): Promise<void> {
    if (this.#isBuilt) {
      return;
    }
    let isBroken = false;
    const inChain = new Set<number>();
    const readPage = async (number: number): Promise<Page | undefined> => {
      await between();
      return await this.#wholePage(pages, number);
    };
    const chain = pages.chain(this.#type, readPage, () => {
      isBroken = true;
    });
    for await (const page of chain) {
      inChain.add(page.head.number);
      for (const [id, place] of this.#rowsOn(page, pages)) {
        this.#places.set(id, place);
      }
      this.#checkSize();
    }
    if (isBroken) {
      this.#isDamaged = true;
      await this.#addOthers(pages, inChain, readPage, between);
    }
    this.#isBuilt = true;
  }

  /**
   * Finds, before `build`, rows already read or where ascending ids put them. Undefined for a damaged row.
   */
  async find(pages: Pages, id: number): Promise<Row | undefined> {
    if (id === NO_ID) {
      return undefined;
    }
    try {
      const place = this.#places.get(id);
      if (place !== undefined) {
        return await this.#readAt(pages, id, place);
      }
      return this.#isBuilt ? undefined : await this.#search(pages, id);
    } catch (error) {
      if (!isDamage(error)) {
        throw error;
      }
      // Earlier, the file may have been changing.
      this.#isDamaged ||= this.#isBuilt;
      return undefined;
    }
  }

  /** Reads every page unless ascending ids lead to the row. */
  async findAnyway(pages: Pages, id: number): Promise<Row | undefined> {
    const found = await this.find(pages, id);
    if (found !== undefined || id === NO_ID || this.#isBuilt) {
      return found;
    }
    await this.build(pages);
    return await this.find(pages, id);
  }

  async #readAt(pages: Pages, id: number, place: number): Promise<Row | undefined> {
    const { pageBytes } = pages.head;
    const page = await pages.page(Math.floor(place / pageBytes));
    const at = place % pageBytes;
    // The file may have changed since.
    return rowsOf(page).includes(at) && this.#idAt(page, at) === id
      ? this.#codec.read(page.bytes, at)
      : undefined;
  }

  /** Rows in the chain win; an id on two other pages is ambiguous and left out. */
  async #addOthers(
    pages: Pages,
    inChain: ReadonlySet<number>,
    readPage: (number: number) => Promise<Page | undefined>,
    between: Between,
  ): Promise<void> {
    const readHead = async (number: number): Promise<Page | undefined> => {
      await between();
      return await unlessDamaged(pages.beginning(number, 0));
    };
    const others = new Map<number, number | undefined>();
    for await (const number of pages.allOf(this.#type, readHead)) {
      const page = inChain.has(number) ? undefined : await readPage(number);
      if (page !== undefined && isPageOf(page, this.#type, number)) {
        for (const [id, place] of this.#rowsOn(page, pages)) {
          others.set(id, others.has(id) ? undefined : place);
        }
      }
    }
    for (const [id, place] of others) {
      if (place !== undefined && !this.#places.has(id)) {
        this.#places.set(id, place);
      }
    }
    this.#checkSize();
  }

  /** Read twice if damaged, because it may just have been written. Undefined if unreadable. */
  async #wholePage(pages: Pages, number: number): Promise<Page | undefined> {
    const page = await unlessDamaged(pages.page(number));
    if (page !== undefined && isPageOf(page, this.#type, number) && this.#isWhole(page)) {
      return page;
    }
    pages.forget(number);
    const again = await unlessDamaged(pages.page(number));
    this.#isDamaged ||= again === undefined || !this.#isWhole(again);
    return again;
  }

  /** Every row that the head declares is inside. */
  #isWhole(page: Page): boolean {
    const rows = rowsOf(page);
    return (
      (!hasRows(page.head) || rows.length === page.head.existing) &&
      rows.every((at) => this.#isInside(page, at))
    );
  }

  #isInside({ bytes }: Page, at: number): boolean {
    const { id } = this.#codec;
    return at + id.at + id.field.size <= bytes.length;
  }

  #rowsOn(page: Page, pages: Pages): readonly (readonly [id: number, place: number])[] {
    const start = page.head.number * pages.head.pageBytes;
    return rowsOf(page).flatMap((at) => {
      const id = this.#isInside(page, at) ? this.#idAt(page, at) : NO_ID;
      return id === NO_ID ? [] : [[id, start + at] as const];
    });
  }

  #checkSize(): void {
    if (this.#places.size > MAX_ROWS) {
      throw new LibraryError('too-large', 'more rows than a library has');
    }
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

  /** Ids usually grow from page to page. The format guarantees no order, so a row missing there may exist. */
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
      // The first row follows the head; even a deleted one shows which ids are here.
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

  /** The pages of all tables are mixed, so the next is near. */
  async #nextWithRows(from: number, to: number, readPage: ReadPage): Promise<Page | undefined> {
    for (let number = from; number <= to; number++) {
      const page = await readPage(number);
      // A damaged page may claim another number, which would restart the search forever.
      if (isPageOf(page, this.#type, number) && hasRows(page.head)) {
        return page;
      }
    }
    return undefined;
  }
}

/** Called before each page, which waits for the result. */
export type Between = () => PromiseLike<unknown> | undefined;

type ReadPage = (number: number) => Promise<Page>;

const NO_ID = 0;
/** A new file begins with two for each of its 20 tables. */
const MAX_FOREIGN = 64;

async function unlessDamaged(page: Promise<Page>): Promise<Page | undefined> {
  try {
    return await page;
  } catch (error) {
    if (isDamage(error)) {
      return undefined;
    }
    throw error;
  }
}
