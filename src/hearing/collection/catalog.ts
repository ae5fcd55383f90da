/**
 * Files of the collection, as JSON lines beside the index. The last line about a path counts. Lines that are damaged or
 * were cut off by a kill are ignored, and their files described again.
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { codeOf } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { TRACK_FIELDS, type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { BEYOND, type PlaceNumber, type PlaceRange } from './segment.ts';

const NAME = 'tracks.jsonl';
const WHOLE = v.pipe(v.number(), v.integer(), v.minValue(0));
const PLACE = v.pipe(WHOLE, v.maxValue(BEYOND));
const TEXT = v.pipe(v.string(), v.maxLength(10_000));

const LINE = v.object({
  path: TEXT,
  gone: v.optional(v.boolean(), false),
  size: v.optional(WHOLE, 0),
  modifiedMs: v.optional(v.number(), 0),
  /** Identifies the file, wherever it lies. */
  content: v.optional(TEXT, ''),
  /** Places of its marks; empty if it could not be read. */
  from: v.optional(PLACE, 0),
  to: v.optional(PLACE, 0),
  problem: v.optional(TEXT, ''),
  needsFfmpeg: v.optional(v.boolean(), false),
  listed: v.optional(v.boolean(), false),
  track: v.fallback(
    v.pipe(
      v.object(v.entriesFromList(TRACK_FIELDS, v.optional(v.union([TEXT, v.number()])))),
      v.check((track) =>
        TRACK_FIELDS.every((field) =>
          ['undefined', typeof UNKNOWN_TRACK[field]].includes(typeof track[field]),
        ),
      ),
      // Lines of older versions lack newer fields.
      v.transform((track): Track => Object.assign({}, UNKNOWN_TRACK, track)),
    ),
    UNKNOWN_TRACK,
  ),
});

export interface Entry extends PlaceRange {
  readonly path: string;
  readonly track: Track;
  readonly size: number;
  readonly modifiedMs: number;
  readonly content: string;
  /** Reason why it can't be heard, for users; empty if it can. */
  readonly problem: string;
  /** Whether reading failed because ffmpeg was not installed. */
  readonly needsFfmpeg: boolean;
  /** A DJ program lists it, under these names. */
  readonly listed: boolean;
}

export class Catalog {
  readonly #file: string;
  readonly #entries = new Map<string, Entry>();
  #lines = 0;

  constructor(folder: string) {
    this.#file = join(folder, NAME);
  }

  read(): void {
    this.#entries.clear();
    const lines = textOf(this.#file).split('\n');
    this.#lines = lines.length;
    for (const line of lines) {
      const entry = jsonIn(line, LINE);
      if (entry?.gone === true) {
        this.#entries.delete(entry.path);
      } else if (entry !== undefined) {
        this.#entries.set(entry.path, entry);
      }
    }
  }

  get entries(): ReadonlyMap<string, Entry> {
    return this.#entries;
  }

  get end(): PlaceNumber {
    return [...this.#entries.values()].reduce((end, { to }) => Math.max(end, to), 0);
  }

  put(entries: readonly Entry[]): void {
    this.#append(entries);
    for (const entry of entries) {
      this.#entries.set(entry.path, entry);
    }
  }

  drop(paths: readonly string[]): void {
    this.#append(paths.map((path) => ({ path, gone: true })));
    for (const path of paths) {
      this.#entries.delete(path);
    }
  }

  /** Rewrites the file once most lines are outdated. */
  tidy(): void {
    if (this.#lines > 2 * this.#entries.size + 100) {
      const part = `${this.#file}.part`;
      writeFileSync(part, [...this.#entries.values()].map(lineOf).join(''));
      renameSync(part, this.#file);
      this.#lines = this.#entries.size;
    }
  }

  #append(what: readonly object[]): void {
    if (what.length > 0) {
      // The line break ends a line that was cut off before.
      appendFileSync(this.#file, `\n${what.map(lineOf).join('')}`);
      this.#lines += what.length + 1;
    }
  }
}

function lineOf(what: object): string {
  return `${JSON.stringify(what)}\n`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return '';
    }
    throw error;
  }
}

/** Finds the entry of a place. `entries` are sorted by place. */
export function entryAt<One extends PlaceRange>(
  entries: readonly One[],
  place: PlaceNumber,
): One | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.from ?? 0) <= place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const entry = entries[low - 1];
  return entry !== undefined && place < entry.to ? entry : undefined;
}
