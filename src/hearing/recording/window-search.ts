/** Searches the collection for each window of a recording. */

import { ALIKE, type Finder, type FoundPlace } from '../collection/finder.ts';
import { Marker } from '../collection/marks.ts';
import { PEAK_FRAMES_PER_SECOND, type Peak } from '../collection/peaks.ts';
import type { HeardMark } from '../collection/search.ts';
import { continues, type Hit } from './lines.ts';

/** Seconds: length of a window, and from one to the next. */
const WINDOW = 8;
export const EVERY = 4;
/** Windows from one that is always searched to the next. */
const COARSE = 4;
/** Votes that a hit needs. */
const LIKELY = 5;
const WINDOW_FRAMES = WINDOW * PEAK_FRAMES_PER_SECOND;

/** Returns places for the window that begins at this second, with the most votes first. `peaks`: those within it. */
export function placesIn(peaks: readonly Peak[], at: number, finder: Finder): readonly FoundPlace[] {
  const first = at * PEAK_FRAMES_PER_SECOND;
  const marks: HeardMark[] = [];
  const marker = new Marker({ unsure: true });
  const found = (mark: number, frame: number): void => {
    marks.push({ mark, frame: Math.round(frame - first) });
  };
  for (const peak of peaks) {
    if (peak.frame >= first && peak.frame < first + WINDOW_FRAMES) {
      marker.push(peak, found);
    }
  }
  marker.end(found);
  return finder.places(marks);
}

/** Needs fewer votes than the live search, because several windows have to agree. */
export function hitsOf(places: readonly FoundPlace[], at: number): readonly Hit[] {
  const least = Math.max(LIKELY, places[ALIKE]?.votes ?? 0);
  return places
    .slice(0, ALIKE)
    .filter(({ votes }) => votes >= least)
    .map((place) => ({ at, ...place }));
}

export function windowsIn(peakFrames: number): number {
  return Math.max(0, Math.ceil((peakFrames / PEAK_FRAMES_PER_SECOND - WINDOW / 2) / EVERY));
}

interface Searched {
  readonly window: number;
  readonly hits: readonly Hit[];
}

/**
 * Searches windows, but not those between two whose best hits lie on one line. Yields the number of windows that are
 * done after each search.
 */
export function* coarseToFine(
  windows: number,
  search: (window: number) => readonly Hit[],
): Generator<number> {
  let before: Searched | undefined;
  for (let coarse = 0; windows > 0 && coarse < windows + COARSE - 1; coarse += COARSE) {
    const window = Math.min(coarse, windows - 1);
    const next = { window, hits: search(window) };
    yield (before ?? next).window + 1;
    if (before !== undefined) {
      yield* between(before, next, search);
    }
    before = next;
  }
  yield windows;
}

function* between(
  one: Searched,
  other: Searched,
  search: (window: number) => readonly Hit[],
): Generator<number> {
  const window = (one.window + other.window) >> 1;
  if (window === one.window || continues(one.hits[0], other.hits[0])) {
    return;
  }
  const middle = { window, hits: search(window) };
  yield one.window + 1;
  yield* between(one, middle, search);
  yield* between(middle, other, search);
}
