/**
 * Finds where in a collection the sound of the last seconds may be: the places of its marks are counted by the time at
 * which the sound would have begun, roughly first, then for each tempo. Pure.
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

/** What is searched: for each mark its places, and the one after the last of all. */
export interface Index {
  readonly end: PlaceNumber;
  countOf(mark: number): number;
  placesOf(mark: number): Uint32Array;
}

/** The likeliest first. */
export function search(marks: readonly HeardMark[], index: Index): readonly Found[] {
  const hits = hitsOf(marks, index);
  const counts = new Uint16Array(Math.ceil(index.end / HALF) + 2);
  for (const half of hits.halves) {
    counts[half] = (counts[half] ?? 0) + 1;
    counts[half + 1] = (counts[half + 1] ?? 0) + 1;
  }
  const least = leastOf(counts);
  const stretches = new Map<number, number[]>();
  for (let n = 0; n < hits.halves.length; n += 1) {
    const half = hits.halves[n] ?? 0;
    for (let one = half; one <= half + 1; one += 1) {
      if ((counts[one] ?? 0) >= least) {
        const stretch = stretches.get(one) ?? [];
        stretch.push(n);
        stretches.set(one, stretch);
      }
    }
  }
  const votes = new Votes();
  return [...stretches.values()]
    .map((stretch) => closely(stretch, hits, votes))
    .sort((one, other) => other.votes - one.votes);
}

interface Hits {
  readonly frames: Uint32Array;
  readonly places: Uint32Array;
  /** Half a stretch, by when the sound would begin; the first ones are before the first track. */
  readonly halves: Uint32Array;
}

function hitsOf(marks: readonly HeardMark[], index: Index): Hits {
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
  let length = 0;
  const some: typeof rarestFirst = [];
  for (const one of rarestFirst) {
    const more = one.count * one.frames.length;
    if (length + more > MOST_HITS) {
      break;
    }
    length += more;
    some.push(one);
  }
  const hits: Hits = {
    frames: new Uint32Array(length),
    places: new Uint32Array(length),
    halves: new Uint32Array(length),
  };
  let at = 0;
  for (const { mark, frames } of some) {
    const places = index.placesOf(mark);
    for (const frame of frames) {
      const begins = HALF - frame / FRAMES_A_PLACE;
      for (const place of places) {
        hits.frames[at] = frame;
        hits.places[at] = place;
        hits.halves[at] = Math.max(0, (place + begins) / HALF);
        at += 1;
      }
    }
  }
  return hits;
}

/** The marks of the stretches that are examined closely. */
function leastOf(counts: Uint16Array): number {
  const byCount = new Uint32Array(1 << 16);
  for (let half = 0; half < counts.length; half += 1) {
    const count = counts[half] ?? 0;
    byCount[count] = (byCount[count] ?? 0) + 1;
  }
  let least = byCount.length - 1;
  for (let stretches = 0; least > FEWEST; least -= 1) {
    stretches += byCount[least] ?? 0;
    if (stretches > MOST_STRETCHES) {
      return least + 1;
    }
  }
  return FEWEST;
}

/** The tempo and the place at which most moments of the sound have a mark. */
function closely(stretch: readonly number[], { frames, places }: Hits, votes: Votes): Found {
  const step = Math.ceil(stretch.length / MOST_IN_A_STRETCH);
  const some = Uint32Array.from(step > 1 ? stretch.filter((_, n) => n % step === 0) : stretch);
  // Votes of one moment follow one another.
  some.sort((one, other) => (frames[one] ?? 0) - (frames[other] ?? 0));
  const first = places[some[0] ?? 0] ?? 0;
  let best: Found = { place: 0, votes: 0 };
  for (const tempo of TEMPOS) {
    votes.clear();
    for (const n of some) {
      const frame = frames[n] ?? 0;
      const begins = ((places[n] ?? 0) - first - (frame / FRAMES_A_PLACE) * tempo) / CLOSE;
      const most = votes.add(begins, frame);
      if (most > best.votes) {
        best = { place: places[n] ?? 0, votes: most };
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
