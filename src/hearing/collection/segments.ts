/** Index files in a folder. Each is named after its range of places, and replaces files within that range. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type MarkList, merge, type PlaceNumber, type PlaceRange, Segment } from './segment.ts';

const NAME = /^marks-(\d{1,10})-(\d{1,10})$/;

export class Segments {
  readonly #folder: string;
  readonly #inMemory: boolean;
  #open: readonly Segment[] = [];

  /** `inMemory`: small files are read once, as in `Segment.open`. */
  constructor(folder: string, inMemory = false) {
    this.#folder = folder;
    this.#inMemory = inMemory;
  }

  /** Opens the current files. Damaged ones count as missing. */
  read(): void {
    this.close();
    const largestFirst = readdirSync(this.#folder)
      .flatMap((name) => {
        const [, from, to] = NAME.exec(name) ?? [];
        return from === undefined ? [] : [{ name, from: Number(from), to: Number(to) }];
      })
      .sort((one, other) => other.to - other.from - (one.to - one.from));
    const open: Segment[] = [];
    for (const { name, ...range } of largestFirst) {
      if (!open.some((other) => overlap(other, range))) {
        const segment = opened(join(this.#folder, name), this.#inMemory);
        open.push(...(segment ? [segment] : []));
      }
    }
    this.#open = open.sort((one, other) => one.from - other.from);
  }

  get end(): PlaceNumber {
    return this.#open.at(-1)?.to ?? 0;
  }

  holds({ from, to }: PlaceRange): boolean {
    return this.#open.some((segment) => segment.from <= from && to <= segment.to);
  }

  countOf(mark: number): number {
    return this.#open.reduce((sum, segment) => sum + segment.countOf(mark), 0);
  }

  /** Writes the places of a mark into this array, from `at` on. */
  readPlaces(mark: number, into: Uint32Array, at: number): void {
    let to = at;
    for (const segment of this.#open) {
      const count = segment.countOf(mark);
      segment.readPlaces(mark, into.subarray(to, to + count));
      to += count;
    }
  }

  /**
   * Adds a file, and merges small files with it so that there are never more than about two dozen. Only for the process
   * that writes.
   */
  add(list: MarkList, range: PlaceRange, isWanted: (place: PlaceNumber) => boolean): void {
    mkdirSync(this.#folder, { recursive: true });
    list.write(this.#pathOf(range), range);
    this.read();
    for (;;) {
      const [one, other] = this.#open.slice(-2);
      if (one === undefined || other === undefined || one.to - one.from > 2 * (other.to - other.from)) {
        break;
      }
      const both = { from: one.from, to: other.to };
      merge([one, other], this.#pathOf(both), both, isWanted);
      this.read();
    }
    this.#tidy();
  }

  close(): void {
    for (const segment of this.#open) {
      segment.close();
    }
    this.#open = [];
  }

  /** Removes replaced and damaged files, and those that a kill left behind. */
  #tidy(): void {
    const wanted = new Set(this.#open.map(({ from, to }) => this.#nameOf({ from, to })));
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith('marks-') && !wanted.has(name)) {
        rmSync(join(this.#folder, name), { force: true });
      }
    }
  }

  #nameOf({ from, to }: PlaceRange): string {
    return `marks-${from}-${to}`;
  }

  #pathOf(range: PlaceRange): string {
    return join(this.#folder, this.#nameOf(range));
  }
}

function overlap(one: PlaceRange, other: PlaceRange): boolean {
  return one.from < other.to && other.from < one.to;
}

function opened(path: string, inMemory: boolean): Segment | undefined {
  try {
    return Segment.open(path, inMemory);
  } catch {
    return undefined;
  }
}
