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
/** Where so few marks meet, nothing is. */
const FEWEST = 4;
/** Stretches that are looked at closely. */
const MOST_STRETCHES = 48;
/** Of the places in one of them so many are looked at: music that repeats itself has the same marks again and again. */
const MOST_IN_A_STRETCH = 1_000;
/** More are not counted: so many places meet a mark that tells nothing. */
const MOST_HITS = 4_000_000;
/** Tempos that are tried, from -10 to +10 %. */
const TEMPOS = Array.from({ length: 17 }, (_, n) => 1 + (n - 8) * 0.0125);
/** Places on which marks of one moment may differ. */
const CLOSE = 2;

/** `places`: those of a mark. `end`: the one after the last. The likeliest first. */
export function search(
  marks: readonly HeardMark[],
  places: (mark: number) => Uint32Array,
  end: PlaceNumber,
): readonly Found[] {
  const hits = hitsOf(marks, places);
  const counts = new Uint16Array(Math.ceil(end / HALF) + 2);
  for (let n = 0; n < hits.length; n += 1) {
    const half = halfOf(hits, n);
    counts[half] = (counts[half] ?? 0) + 1;
    counts[half + 1] = (counts[half + 1] ?? 0) + 1;
  }
  const least = leastOf(counts);
  const stretches = new Map<number, number[]>();
  for (let n = 0; n < hits.length; n += 1) {
    const half = halfOf(hits, n);
    for (const one of [half, half + 1]) {
      if ((counts[one] ?? 0) >= least) {
        const stretch = stretches.get(one) ?? [];
        stretch.push(n);
        stretches.set(one, stretch);
      }
    }
  }
  return [...stretches.values()]
    .map((stretch) => closely(stretch, hits))
    .sort((one, other) => other.votes - one.votes);
}

interface Hits {
  length: number;
  readonly frames: Uint32Array;
  readonly places: Uint32Array;
}

function hitsOf(marks: readonly HeardMark[], placesOf: (mark: number) => Uint32Array): Hits {
  const found = marks.map(({ mark, frame }) => ({ frame, places: placesOf(mark) }));
  const length = Math.min(
    MOST_HITS,
    found.reduce((sum, { places }) => sum + places.length, 0),
  );
  const hits: Hits = { length: 0, frames: new Uint32Array(length), places: new Uint32Array(length) };
  for (const { frame, places } of found) {
    const fit = places.subarray(0, length - hits.length);
    hits.places.set(fit, hits.length);
    hits.frames.fill(frame, hits.length, hits.length + fit.length);
    hits.length += fit.length;
  }
  return hits;
}

/** Half a stretch, by when the sound would begin; the first ones are before the first track. */
function halfOf({ frames, places }: Hits, n: number): number {
  return Math.max(0, Math.floor(((places[n] ?? 0) - (frames[n] ?? 0) / FRAMES_A_PLACE) / HALF) + 1);
}

/** So many marks have those stretches that are looked at closely. */
function leastOf(counts: Uint16Array): number {
  const byCount = new Uint32Array(1 << 16);
  for (const count of counts) {
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
function closely(stretch: readonly number[], { frames, places }: Hits): Found {
  let best: Found = { place: 0, votes: 0 };
  const step = Math.ceil(stretch.length / MOST_IN_A_STRETCH);
  const some = step > 1 ? stretch.filter((_, n) => n % step === 0) : stretch;
  for (const tempo of TEMPOS) {
    const moments = new Map<number, Set<number>>();
    for (const n of some) {
      const frame = frames[n] ?? 0;
      const begins = ((places[n] ?? 0) - (frame / FRAMES_A_PLACE) * tempo) / CLOSE;
      for (const at of [2 * Math.floor(begins), 2 * Math.floor(begins + 0.5) - 1]) {
        const there = moments.get(at) ?? new Set();
        moments.set(at, there.add(frame));
        if (there.size > best.votes) {
          best = { place: places[n] ?? 0, votes: there.size };
        }
      }
    }
  }
  return best;
}
