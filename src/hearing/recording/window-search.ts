/** Searches the collection for each window of a recording. */

import type { Finder } from '../collection/finder.ts';
import { Marker } from '../collection/marks.ts';
import { PEAK_FRAMES_PER_SECOND, type Peak } from '../collection/peaks.ts';
import type { HeardMark } from '../collection/search.ts';
import type { Hit } from './lines.ts';

/** Seconds: length of a window, and from one to the next. */
const WINDOW = 8;
export const EVERY = 4;
const WINDOW_FRAMES = WINDOW * PEAK_FRAMES_PER_SECOND;

/** Returns hits of the window that begins at this second. `peaks`: those within it, by time. */
export function hitsIn(peaks: readonly Peak[], at: number, finder: Finder): readonly Hit[] {
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
  return finder.places(marks).map((place) => ({ at, ...place }));
}

export function windowsIn(peakFrames: number): number {
  return Math.max(0, Math.ceil((peakFrames / PEAK_FRAMES_PER_SECOND - WINDOW / 2) / EVERY));
}
