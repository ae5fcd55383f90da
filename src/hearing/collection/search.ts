/**
 * Finds where in a collection the sound of the last seconds may be: the places of its marks are counted by the time at
 * which the sound would have begun, roughly first, then for each tempo.
 */
import { PEAK_FRAMES_PER_SECOND } from './peaks.ts';
import type { PlaceNumber } from './segment.ts';

/** Frames of one step of places: 93 ms. */
export const FRAMES_A_PLACE = 4;
export const PLACES_PER_SECOND = PEAK_FRAMES_PER_SECOND / FRAMES_A_PLACE;
/** A mark of the sound, and the frame at which it begins. */
export interface HeardMark {
  readonly mark: number;
  readonly frame: number;
}

export interface Found {
  /** One that the sound has. */
  readonly place: PlaceNumber;
  /** How many moments of the sound have a mark there. */
  readonly votes: number;
}

/** Places that count as one at first: three seconds, which a tempo 16 % off does not leave in eight. */
const ROUGHLY = 32;
const HALF = ROUGHLY / 2;
/** As a power of two. */
const FRAMES_OF_A_HALF = Math.log2(HALF * FRAMES_A_PLACE);
/** Fewer matching marks than this are chance. */
const FEWEST = 4;
/** Stretches that are examined closely. */
const MOST_STRETCHES = 48;
/** The most places examined in one of them: music that repeats itself has the same marks again and again. */
const MOST_IN_A_STRETCH = 1_000;
/** Places that are counted at most, those of the rarest marks first: what is everywhere tells nothing. */
const MOST_HITS = 3_000_000;
/** Tempos that are tried, from -10 to +10 %. */
const TEMPOS = Array.from({ length: 17 }, (_, n) => 1 + (n - 8) * 0.0125);
/** Places on which marks of one moment may differ. */
const CLOSE = 2;
/** Steps of half of that, for sound of up to half a minute. */
const VOTED = 1_024;

/** Places that are counted at once, of all marks: what is counted then stays near the processor. */
const COUNTED_AT_ONCE = 1 << 20;
/** As a power of two: stretches that are looked up together whether one of them is examined; a table of all of them is too large to be near. */
const TOGETHER = 8;

/** What is searched: for each mark its places, and the one after the last of all. */
export interface Index {
  readonly end: PlaceNumber;
  countOf(mark: number): number;
  /** Puts the places of a mark into this array, from `at` on. */
  readPlaces(mark: number, into: Uint32Array, at: number): void;
}

/** A mark of the sound: the frames at which it begins, and where its places lie among those that were read. */
interface ReadMark {
  readonly frames: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** A frame of the sound and a place that have the same mark. */
interface Hit {
  readonly frame: number;
  readonly place: PlaceNumber;
}

/** Searches again and again: what it needs for that, many megabytes, is not asked of the system each time. */
export class Searcher {
  readonly #places = new Uint32Array(MOST_HITS);
  /** How many hits say that the sound would begin in each half a stretch. */
  #counts = new Uint16Array(0);
  readonly #votes = new Votes();

  /** The likeliest first. */
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
      read.push({ frames, from, to: from + count });
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
      for (const [n, { frames, to }] of marks.entries()) {
        let at = next[n] ?? 0;
        for (; at < to && (places[at] ?? 0) < until; at += 1) {
          for (const frame of frames) {
            const half = halfOf(places[at] ?? 0, frame);
            counts[half] = (counts[half] ?? 0) + 1;
          }
        }
        next[n] = at;
      }
    }
  }

  /** Those that are examined closely, the ones with the most hits: each by its last half. */
  #richest(): ReadonlySet<number> {
    const byHits = new Uint32Array(1 << 17);
    this.#eachWith(FEWEST + 1, (_, hits) => {
      byHits[hits] = (byHits[hits] ?? 0) + 1;
    });
    let least = byHits.length;
    let stretches = 0;
    while (least > FEWEST && stretches <= MOST_STRETCHES) {
      least -= 1;
      stretches += byHits[least] ?? 0;
    }
    const richest = new Set<number>();
    this.#eachWith(stretches > MOST_STRETCHES ? least + 1 : least, (half) => richest.add(half));
    return richest;
  }

  /** Stretches with at least so many hits, by the half that they end with. */
  #eachWith(least: number, found: (half: number, hits: number) => void): void {
    const counts = this.#counts;
    let before = 0;
    for (let half = 0; half < counts.length; half += 1) {
      const own = counts[half] ?? 0;
      if (before + own >= least) {
        found(half, before + own);
      }
      before = own;
    }
  }

  /** What hits the stretches that end with these halves. */
  #hits(marks: readonly ReadMark[], ends: ReadonlySet<number>): ReadonlyMap<number, readonly Hit[]> {
    const places = this.#places;
    const isNear = new Uint8Array(Math.ceil(this.#counts.length / 2 ** TOGETHER));
    for (const half of ends) {
      isNear[half >> TOGETHER] = 1;
      isNear[(half - 1) >> TOGETHER] = 1;
    }
    const stretches = new Map<number, Hit[]>();
    for (const { frames, from, to } of marks) {
      for (const frame of frames) {
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
    }
    return stretches;
  }
}

/** Half a stretch, by when the sound would begin; the first ones are before the first track. */
function halfOf(place: PlaceNumber, frame: number): number {
  // Whole numbers alone: it is called millions of times.
  const half = ((place * FRAMES_A_PLACE - frame) >> FRAMES_OF_A_HALF) + 1;
  return half < 0 ? 0 : half;
}

/** The tempo and the place at which most moments of the sound have a mark. */
function closely(stretch: readonly Hit[], votes: Votes): Found {
  const step = Math.ceil(stretch.length / MOST_IN_A_STRETCH);
  // Votes of one moment follow one another.
  const some = stretch.filter((_, n) => n % step === 0).sort((one, other) => one.frame - other.frame);
  const first = some[0]?.place ?? 0;
  let best: Found = { place: 0, votes: 0 };
  for (const tempo of TEMPOS) {
    votes.clear();
    for (const { frame, place } of some) {
      const begins = (place - first - (frame / FRAMES_A_PLACE) * tempo) / CLOSE;
      const most = votes.add(begins, frame);
      if (most > best.votes) {
        best = { place, votes: most };
      }
    }
  }
  return best;
}

/** How many moments say when the sound would begin, in steps that overlap: what lies near the edge of one is in the middle of another. */
class Votes {
  readonly #moments = new Uint16Array(VOTED);
  readonly #last = new Int32Array(VOTED);

  clear(): void {
    this.#moments.fill(0);
    this.#last.fill(-1);
  }

  /** Moments in their order. The votes that the step has then. */
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
