/**
 * Finds where in a collection the last seconds of sound may be. Counts the places of its marks by the time at which the
 * sound would have begun, first roughly, then for each tempo.
 */
import { PEAK_FRAMES_PER_SECOND } from './peaks.ts';
import type { PlaceNumber } from './segment.ts';

/** Frames per place: 93 ms. */
export const FRAMES_A_PLACE = 4;
export const PLACES_PER_SECOND = PEAK_FRAMES_PER_SECOND / FRAMES_A_PLACE;
export interface HeardMark {
  readonly mark: number;
  readonly frame: number;
}

export interface Found {
  /** A place that the sound covers. */
  readonly place: PlaceNumber;
  /** Number of moments of the sound with a matching mark. */
  readonly votes: number;
  /** Place of frame 0 of the sound, if this tempo is right. */
  readonly begins: number;
  readonly tempo: number;
}

/** Places of a stretch: three seconds, within which the beginning stays for eight seconds at a tempo 16 % off. */
const ROUGHLY = 32;
const HALF = ROUGHLY / 2;
/** log2. */
const FRAMES_OF_A_HALF = Math.log2(HALF * FRAMES_A_PLACE);
/** Chance reaches this number of hits. */
const FEWEST = 4;
/** Stretches examined closely. */
const MOST_STRETCHES = 48;
/** Limit of hits examined per stretch, because repetitive music has the same marks again and again. */
const MOST_IN_A_STRETCH = 1_000;
/** Limit of places counted. Rare marks count first, because frequent ones tell little. */
const MOST_HITS = 2_000_000;
const TEMPOS = Array.from({ length: 17 }, (_, n) => 1 + (n - 8) * 0.0125);
/** Places by which marks of one moment may differ. */
const CLOSE = 2;
/** Half steps of `CLOSE`, for sound of up to half a minute. */
const VOTED = 1_024;

/** Places counted in one pass over all marks, so that the counters stay in the cache. */
const COUNTED_AT_ONCE = 1 << 20;
/** log2 of the block size of the coarse table, because a table of all stretches would not fit the cache. */
const TOGETHER = 8;

/** Maps each mark to its places. `end`: the first place after all. */
export interface Index {
  readonly end: PlaceNumber;
  countOf(mark: number): number;
  /** Writes the places of a mark into this array, from `at` on. */
  readPlaces(mark: number, into: Uint32Array, at: number): void;
}

/** A mark of the sound: frame at which it begins, and the range of its places in `#places`. */
interface ReadMark {
  readonly frame: number;
  readonly from: number;
  readonly to: number;
}

interface Hit {
  readonly frame: number;
  readonly place: PlaceNumber;
}

/** Keeps many megabytes of memory from search to search. */
export class Searcher {
  readonly #places = new Uint32Array(MOST_HITS);
  /** Hits by half stretch in which the sound would begin. */
  #counts = new Uint16Array(0);
  /** Number of stretches by their hits. */
  readonly #byHits = new Uint32Array(2 ** 17);
  readonly #votes = new Votes();

  /** Returns the best first. */
  search(marks: readonly HeardMark[], index: Index): readonly Found[] {
    const read = this.#read(marks, index);
    this.#count(read, index.end);
    return [...this.#hits(read, this.#richest()).values()]
      .map((stretch) => closely(stretch, this.#votes))
      .sort((one, other) => other.votes - one.votes);
  }

  #read(marks: readonly HeardMark[], index: Index): readonly ReadMark[] {
    const byMark = new Map<number, number[]>();
    for (const { mark, frame } of marks) {
      const frames = byMark.get(mark) ?? [];
      frames.push(frame);
      byMark.set(mark, frames);
    }
    const rarestFirst = [...byMark]
      .map(([mark, frames]) => ({ mark, frames, count: index.countOf(mark) }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => one.count - other.count);
    const read: ReadMark[] = [];
    let hits = 0;
    let from = 0;
    for (const { mark, frames, count } of rarestFirst) {
      hits += count * frames.length;
      if (hits > MOST_HITS) {
        break;
      }
      index.readPlaces(mark, this.#places, from);
      read.push(...frames.map((frame) => ({ frame, from, to: from + count })));
      from += count;
    }
    return read;
  }

  #count(marks: readonly ReadMark[], end: PlaceNumber): void {
    const halves = Math.ceil(end / HALF) + 2;
    if (this.#counts.length !== halves) {
      this.#counts = new Uint16Array(halves);
    }
    const counts = this.#counts.fill(0);
    const places = this.#places;
    const next = Uint32Array.from(marks, ({ from }) => from);
    for (let until = COUNTED_AT_ONCE; until < end + COUNTED_AT_ONCE; until += COUNTED_AT_ONCE) {
      for (const [n, { frame, to }] of marks.entries()) {
        let at = next[n] ?? 0;
        for (; at < to && (places[at] ?? 0) < until; at += 1) {
          const half = halfOf(places[at] ?? 0, frame);
          counts[half] = (counts[half] ?? 0) + 1;
        }
        next[n] = at;
      }
    }
  }

  /** Stretches with the most hits, by their last half. */
  #richest(): ReadonlySet<number> {
    const byHits = this.#byHits.fill(0);
    const counts = this.#counts;
    const rich: number[] = [];
    let before = 0;
    for (let half = 0; half < counts.length; half += 1) {
      const own = counts[half] ?? 0;
      if (before + own > FEWEST) {
        rich.push(half);
        byHits[before + own] = (byHits[before + own] ?? 0) + 1;
      }
      before = own;
    }
    let least = byHits.length;
    let stretches = 0;
    while (least > FEWEST && stretches <= MOST_STRETCHES) {
      least -= 1;
      stretches += byHits[least] ?? 0;
    }
    const enough = stretches > MOST_STRETCHES ? least + 1 : least;
    return new Set(rich.filter((half) => (counts[half] ?? 0) + (counts[half - 1] ?? 0) >= enough));
  }

  /** Hits of the stretches that end with these halves. */
  #hits(marks: readonly ReadMark[], ends: ReadonlySet<number>): ReadonlyMap<number, readonly Hit[]> {
    const places = this.#places;
    const isNear = new Uint8Array(Math.ceil(this.#counts.length / 2 ** TOGETHER));
    for (const half of ends) {
      isNear[half >> TOGETHER] = 1;
      isNear[(half - 1) >> TOGETHER] = 1;
    }
    const stretches = new Map<number, Hit[]>();
    for (const { frame, from, to } of marks) {
      for (let at = from; at < to; at += 1) {
        const place = places[at] ?? 0;
        const half = halfOf(place, frame);
        if (isNear[half >> TOGETHER] === 1) {
          for (const end of [half, half + 1].filter((one) => ends.has(one))) {
            const stretch = stretches.get(end) ?? [];
            stretch.push({ frame, place });
            stretches.set(end, stretch);
          }
        }
      }
    }
    return stretches;
  }
}

/** Half stretch in which the sound would begin. The first ones lie before the first track. */
function halfOf(place: PlaceNumber, frame: number): number {
  // Integers only, because this runs millions of times.
  const half = ((place * FRAMES_A_PLACE - frame) >> FRAMES_OF_A_HALF) + 1;
  return half < 0 ? 0 : half;
}

/** Finds the tempo and the place with the most moments. */
function closely(stretch: readonly Hit[], votes: Votes): Found {
  const step = Math.ceil(stretch.length / MOST_IN_A_STRETCH);
  // Sorted, so that votes of one moment are consecutive.
  const some = stretch.filter((_, n) => n % step === 0).sort((one, other) => one.frame - other.frame);
  const first = some[0]?.place ?? 0;
  let best: Found = { place: 0, votes: 0, begins: 0, tempo: 1 };
  for (const tempo of TEMPOS) {
    votes.clear();
    for (const { frame, place } of some) {
      const begins = place - (frame / FRAMES_A_PLACE) * tempo;
      const most = votes.add((begins - first) / CLOSE, frame);
      if (most > best.votes) {
        best = { place, votes: most, begins, tempo };
      }
    }
  }
  return best;
}

/**
 * Counts moments by the beginning of the sound, in overlapping steps, so that each beginning is in the middle of one.
 */
class Votes {
  readonly #moments = new Uint16Array(VOTED);
  readonly #last = new Int32Array(VOTED);

  clear(): void {
    this.#moments.fill(0);
    this.#last.fill(-1);
  }

  /** Adds a vote, in the order of moments. Returns the votes of its step. */
  add(begins: number, moment: number): number {
    const whole = 2 * Math.floor(begins) + VOTED / 2;
    return Math.max(
      this.#vote(whole, moment),
      this.#vote(2 * Math.floor(begins + 0.5) - 1 + VOTED / 2, moment),
    );
  }

  #vote(at: number, moment: number): number {
    if (this.#last[at] !== moment) {
      this.#last[at] = moment;
      this.#moments[at] = (this.#moments[at] ?? 0) + 1;
    }
    return this.#moments[at] ?? 0;
  }
}
