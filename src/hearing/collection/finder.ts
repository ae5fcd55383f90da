/** Finds tracks of the collection in the last seconds of sound. */
import type { CollectionTrack } from '../../core/contracts/hearing.ts';
import type { Track } from '../../core/track.ts';
import type { Bits } from '../features.ts';
import { Catalog, type Entry, entryAt } from './catalog.ts';
import { Contours } from './contours.ts';
import { Marker } from './marks.ts';
import type { NamedFile } from './messages.ts';
import { PEAK_FRAMES_PER_SECOND, PeakFinder } from './peaks.ts';
import { type Found, type HeardMark, PLACES_PER_SECOND, Searcher } from './search.ts';
import { Segments } from './segments.ts';

/** Seconds of sound to search for. */
const SEARCHED = 8;
/** Votes needed, and lead over the best chance result. Chance rarely gets as many, and the judge decides. */
const LIKELY = 6;
const ABOVE_CHANCE = 3;
/** Highest number of tracks that may really match, so that the next one is by chance. */
export const ALIKE = 5;
/** Fraction of the best result's votes, because two tracks may play at once. */
const NEXT_TO = 0.4;
const MOST_FOUND = 3;
const NAMES_AT_ONCE = 500;
/** Tracks of which all contours are compared: some tenths of a second each time. */
const MOST_COMPARED = 2_000;

export interface FoundPlace {
  readonly path: string;
  /** Seconds of the track where the sound begins; negative if it begins before the track. */
  readonly offset: number;
  readonly tempo: number;
  readonly votes: number;
}

export class Finder {
  readonly #catalog: Catalog;
  readonly #segments: Segments;
  readonly #contours: Contours;
  readonly #peaks = new PeakFinder();
  readonly #marker = new Marker({ unsure: true });
  readonly #searcher = new Searcher();
  #marks: HeardMark[] = [];
  /** Entries with marks, sorted by place. */
  #entries: readonly Entry[] = [];
  #named: Iterator<Entry> = [].values();

  /** `inMemory`: as in `Segments`. */
  constructor(folder: string, inMemory = false) {
    this.#catalog = new Catalog(folder);
    this.#segments = new Segments(folder, inMemory);
    this.#contours = new Contours(folder);
  }

  read(): void {
    this.#catalog.read();
    this.#segments.read();
    this.#contours.read();
    const entries = [...this.#catalog.entries.values()].filter(({ problem }) => problem === '');
    this.#named = entries.values();
    this.#entries = entries.sort((one, other) => one.from - other.from);
  }

  trackOf(path: string): Track | undefined {
    return this.#catalog.entries.get(path)?.track;
  }

  push(samples: Float32Array): void {
    this.#peaks.push(samples, (peak) =>
      this.#marker.push(peak, (mark, frame) => this.#marks.push({ mark, frame })),
    );
    const oldest = this.#peaks.frames - SEARCHED * PEAK_FRAMES_PER_SECOND;
    this.#marks = this.#marks.filter(({ frame }) => frame >= oldest);
  }

  /** Returns the best first, and one of several files with the same content. */
  search(): readonly CollectionTrack[] {
    const [first] = this.#marks;
    const marks = this.#marks.map(({ mark, frame }) => ({ mark, frame: frame - (first?.frame ?? 0) }));
    const likeliest = this.#likeliest(marks);
    const most = likeliest[0]?.votes ?? 0;
    const chance = likeliest[ALIKE]?.votes ?? 0;
    const least = Math.max(LIKELY, chance + ABOVE_CHANCE, most * NEXT_TO);
    return likeliest
      .filter(({ votes }) => votes >= least)
      .slice(0, MOST_FOUND)
      .map(({ entry: { path, track } }) => ({ path, track }));
  }

  /** Returns the best place of each track that these marks of a recording may be from, by votes. Most are chance. */
  places(marks: readonly HeardMark[]): readonly FoundPlace[] {
    return this.#likeliest(marks).map(({ entry, begins, tempo, votes }) => ({
      path: entry.path,
      offset: (begins - entry.from) / PLACES_PER_SECOND,
      tempo,
      votes,
    }));
  }

  /**
   * Yields contours, of one of several files with the same content. In a large collection, only those of `likely` paths,
   * because comparing all would take minutes.
   */
  *contours(likely: ReadonlySet<string>): Generator<readonly [path: string, contour: Bits]> {
    const different = this.#entries.filter(({ from }, at) => from !== this.#entries[at - 1]?.from);
    const compared =
      different.length > MOST_COMPARED ? different.filter(({ path }) => likely.has(path)) : different;
    for (const entry of compared) {
      yield [entry.path, this.#contours.of(entry)];
    }
  }

  /** Best place of each track. */
  #likeliest(marks: readonly HeardMark[]): readonly (Found & { readonly entry: Entry })[] {
    const best = new Map<Entry, Found>();
    for (const found of this.#searcher.search(marks, this.#segments)) {
      const entry = entryAt(this.#entries, found.place);
      if (entry !== undefined && found.votes > (best.get(entry)?.votes ?? 0)) {
        best.set(entry, found);
      }
    }
    return [...best]
      .map(([entry, found]) => ({ entry, ...found }))
      .sort((one, other) => other.votes - one.votes);
  }

  /** Returns some more names, until all were returned. */
  names(): readonly NamedFile[] {
    const names: NamedFile[] = [];
    while (names.length < NAMES_AT_ONCE) {
      const { value, done } = this.#named.next();
      if (done === true) {
        break;
      }
      const { path, track } = value;
      names.push({ path, artist: track.artist, title: track.title });
    }
    return names;
  }
}
