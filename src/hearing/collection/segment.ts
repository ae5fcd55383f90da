/**
 * Index file: for each mark its places, in order. Places are numbered through the whole collection, so files are merged
 * by concatenating the places of each mark. Searched on disk.
 */
import { closeSync, fstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { MARKS } from './marks.ts';

/** Tenths of a second from the beginning of the collection. */
export type PlaceNumber = number;

/** Higher than any assigned place. Files with such a place are damaged. */
export const BEYOND = 2 ** 28;

/** Changes with the definition of marks. */
const MAGIC = 0x6d61_0001;
/** Words of the header: magic number, first place, and first place after the file's. */
const HEAD = 3;
const TABLE = MARKS + 1;
const WORD = 4;
/** Most words of a file that is kept in memory: 2,000 tracks of five minutes. */
const MOST_IN_MEMORY = 2 ** 23;
/** Marks merged at once: some megabytes of the largest collection. */
const AT_ONCE = 4_096;

/** `to` is exclusive. */
export interface PlaceRange {
  readonly from: PlaceNumber;
  readonly to: PlaceNumber;
}

export class Segment implements PlaceRange {
  readonly from: PlaceNumber;
  readonly to: PlaceNumber;
  readonly #file: number;
  /** Start of the places of each mark, and the end of the last. */
  readonly #starts: Uint32Array;
  /** Undefined if they are read from the disk each time. */
  readonly #places: Uint32Array | undefined;

  private constructor(
    file: number,
    { from, to }: PlaceRange,
    starts: Uint32Array,
    places: Uint32Array | undefined,
  ) {
    this.#file = file;
    this.from = from;
    this.to = to;
    this.#starts = starts;
    this.#places = places;
  }

  /**
   * Throws if the file is damaged or of another kind. `inMemory`: keeps the places of a small file, for hundreds of
   * searches in a row.
   */
  static open(path: string, inMemory = false): Segment {
    const file = openSync(path, 'r');
    try {
      const [magic, from = 0, to = 0] = wordsAt(file, 0, HEAD);
      const starts = wordsAt(file, HEAD, TABLE);
      const isRising = starts.every((start, mark) => start >= (starts[mark - 1] ?? 0));
      const isWhole = fstatSync(file).size === (HEAD + TABLE + (starts[MARKS] ?? 0)) * WORD;
      if (magic !== MAGIC || from > to || to > BEYOND || !isRising || !isWhole) {
        throw new Error('it is not part of an index');
      }
      const count = starts[MARKS] ?? 0;
      const isKept = inMemory && count <= MOST_IN_MEMORY;
      const places = isKept ? wordsAt(file, HEAD + TABLE, count) : undefined;
      return new Segment(file, { from, to }, starts, places);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Fills the array with places of the mark. It must have the length `countOf`. */
  readPlaces(mark: number, into: Uint32Array): void {
    const start = this.#starts[mark] ?? 0;
    if (this.#places === undefined) {
      readWords(this.#file, HEAD + TABLE + start, into);
    } else {
      into.set(this.#places.subarray(start, start + into.length));
    }
  }

  /** Places of several marks; `end` is exclusive. */
  placesFrom(mark: number, end: number): Uint32Array {
    const start = this.#starts[mark] ?? 0;
    return wordsAt(this.#file, HEAD + TABLE + start, (this.#starts[end] ?? start) - start);
  }

  countOf(mark: number): number {
    return (this.#starts[mark + 1] ?? 0) - (this.#starts[mark] ?? 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Collects marks with their places, in the order of places. */
export class MarkList {
  readonly #marks: number[] = [];
  readonly #places: PlaceNumber[] = [];

  get length(): number {
    return this.#marks.length;
  }

  push(mark: number, place: PlaceNumber): void {
    this.#marks.push(mark);
    this.#places.push(place);
  }

  /** Keeps only the first `length` marks. */
  cut(length: number): void {
    this.#marks.length = length;
    this.#places.length = length;
  }

  /** Writes the file atomically. */
  write(path: string, range: PlaceRange): void {
    const starts = new Uint32Array(TABLE);
    for (const mark of this.#marks) {
      starts[mark + 1] = (starts[mark + 1] ?? 0) + 1;
    }
    for (let mark = 0; mark < MARKS; mark += 1) {
      starts[mark + 1] = (starts[mark + 1] ?? 0) + (starts[mark] ?? 0);
    }
    const next = starts.slice();
    const places = new Uint32Array(this.#marks.length);
    for (const [at, mark] of this.#marks.entries()) {
      const to = next[mark] ?? 0;
      places[to] = this.#places[at] ?? 0;
      next[mark] = to + 1;
    }
    writeWhole(path, range, starts, [places]);
  }
}

/** Merges consecutive files without unwanted places. */
export function merge(
  segments: readonly Segment[],
  path: string,
  range: PlaceRange,
  isWanted: (place: PlaceNumber) => boolean,
): void {
  const starts = new Uint32Array(TABLE);
  const parts = function* (): Generator<Uint32Array> {
    for (let mark = 0; mark < MARKS; mark += AT_ONCE) {
      const end = Math.min(MARKS, mark + AT_ONCE);
      const all = segments.map((segment) => ({ segment, places: segment.placesFrom(mark, end), at: 0 }));
      const part = new Uint32Array(all.reduce((sum, { places }) => sum + places.length, 0));
      let length = 0;
      for (let one = mark; one < end; one += 1) {
        for (const each of all) {
          const until = each.at + each.segment.countOf(one);
          for (; each.at < until; each.at += 1) {
            const place = each.places[each.at] ?? 0;
            if (isWanted(place)) {
              part[length] = place;
              length += 1;
            }
          }
        }
        starts[one + 1] = (starts[mark] ?? 0) + length;
      }
      yield part.subarray(0, length);
    }
  };
  writeWhole(path, range, starts, parts());
}

/** `starts` is complete once all places were read. */
function writeWhole(
  path: string,
  { from, to }: PlaceRange,
  starts: Uint32Array,
  places: Iterable<Uint32Array>,
): void {
  const part = `${path}.part`;
  const file = openSync(part, 'w');
  try {
    let at = HEAD + TABLE;
    for (const words of places) {
      writeWords(file, at, words);
      at += words.length;
    }
    writeWords(file, HEAD, starts);
    writeWords(file, 0, Uint32Array.of(MAGIC, from, to));
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
}

function wordsAt(file: number, at: number, length: number): Uint32Array {
  const words = new Uint32Array(length);
  readWords(file, at, words);
  return words;
}

function readWords(file: number, at: number, words: Uint32Array): void {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  if (bytes.length > 0 && readSync(file, bytes, 0, bytes.length, at * WORD) !== bytes.length) {
    throw new Error('it ends early');
  }
}

function writeWords(file: number, at: number, words: Uint32Array): void {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at * WORD + done);
  }
}
