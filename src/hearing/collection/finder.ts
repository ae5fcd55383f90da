/** Which tracks of the collection the sound of the last seconds may be. */
import type { CollectionTrack } from '../../core/contracts.ts';
import { Catalog, type Entry, entryAt } from './catalog.ts';
import { Marker } from './marks.ts';
import type { NamedFile } from './messages.ts';
import { PEAK_FRAMES_PER_SECOND, PeakFinder } from './peaks.ts';
import { type HeardMark, Searcher } from './search.ts';
import { Segments } from './segments.ts';

/** Seconds of sound that are searched for. */
const SEARCHED = 8;
/** Votes that chance rarely collects, and the lead over what chance has found here; the judge has the last word. */
const LIKELY = 7;
const ABOVE_CHANCE = 3;
/** The most tracks that may be alike: the next one was found by chance. */
const ALIKE = 5;
/** Of the votes of the likeliest one: two tracks may be heard at once. */
const NEXT_TO = 0.4;
const MOST_FOUND = 3;
const NAMES_AT_ONCE = 500;

export class Finder {
  readonly #catalog: Catalog;
  readonly #segments: Segments;
  readonly #peaks = new PeakFinder();
  readonly #marker = new Marker({ unsure: true });
  readonly #searcher = new Searcher();
  #marks: HeardMark[] = [];
  /** With marks, in the order of their places. */
  #entries: readonly Entry[] = [];
  #named: Iterator<Entry> = [].values();

  constructor(folder: string) {
    this.#catalog = new Catalog(folder);
    this.#segments = new Segments(folder);
  }

  /** Reads the index as it is now. */
  read(): void {
    this.#catalog.read();
    this.#segments.read();
    const entries = [...this.#catalog.entries.values()].filter(({ problem }) => problem === '');
    this.#named = entries.values();
    this.#entries = entries.sort((one, other) => one.from - other.from);
  }

  push(samples: Float32Array): void {
    this.#peaks.push(samples, (peak) =>
      this.#marker.push(peak, (mark, frame) => this.#marks.push({ mark, frame })),
    );
    const oldest = this.#peaks.frames - SEARCHED * PEAK_FRAMES_PER_SECOND;
    this.#marks = this.#marks.filter(({ frame }) => frame >= oldest);
  }

  /** The likeliest first; of files with the same content one. */
  search(): readonly CollectionTrack[] {
    const [first] = this.#marks;
    const marks = this.#marks.map(({ mark, frame }) => ({ mark, frame: frame - (first?.frame ?? 0) }));
    const found = this.#searcher.search(marks, this.#segments);
    const votes = new Map<Entry, number>();
    for (const one of found) {
      const entry = entryAt(this.#entries, one.place);
      if (entry !== undefined) {
        votes.set(entry, Math.max(votes.get(entry) ?? 0, one.votes));
      }
    }
    const likeliest = [...votes].sort(([, one], [, other]) => other - one);
    const most = likeliest[0]?.[1] ?? 0;
    const chance = likeliest[ALIKE]?.[1] ?? 0;
    const least = Math.max(LIKELY, chance + ABOVE_CHANCE, most * NEXT_TO);
    return likeliest
      .filter(([, count]) => count >= least)
      .slice(0, MOST_FOUND)
      .map(([{ path, track }]) => ({ path, track }));
  }

  /** Some more of the names, until all were given. */
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
