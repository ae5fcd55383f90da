/** Finds tracks by their contours where too few of their marks survive, as in a room with a crowd. Pure. */
import { differenceWithin, LOOKED_AT, PlaceSearch, refine } from '../alignment.ts';
import { contourOf, TOGETHER } from '../collection/contours.ts';
import { FRAMES_PER_SECOND } from '../describe.ts';
import { AROUND, type Bits } from '../features.ts';
import type { Hit, Line } from './lines.ts';
import type { ReadSound } from './trace.ts';

/** Frames of the recording compared at once, 48 seconds, and from one comparison to the next. */
const WINDOW = LOOKED_AT * TOGETHER;
export const EVERY_FRAMES = WINDOW / 2;
/** Difference of a candidate, and how much more the next ones may have. Other tracks rarely differ less than 0.4. */
const LIKELY = 0.4;
const NEXT_TO = 0.03;
const MOST_FOUND = 3;
/** Tempos searched, and changes to refine them by. Contours change too slowly to tell closer tempos apart. */
const TEMPOS = Array.from({ length: 9 }, (_, n) => 1 + (n - 4) * 0.025);
const FINE = Array.from({ length: 11 }, (_, n) => (n - 5) * 0.0025);
/** Seconds from the middle of the window at which the track is looked for: some may be drowned by voices. */
const ANCHORS = [0, -10, 10, -20, 20];
/** Seconds from the beginning of a window of marks to its middle. */
const HALF_HIT = 4;

export class ContourSearch {
  readonly #places = new PlaceSearch(TEMPOS);

  /** Returns the likeliest first. `middle`: frame of the recording. */
  search(
    middle: number,
    sound: ReadSound,
    contours: Iterable<readonly [path: string, contour: Bits]>,
  ): readonly Line[] {
    const heard = new Map<number, Bits>();
    const recent = (pitch: number): Bits => {
      const known =
        heard.get(pitch) ?? contourBetween(sound, pitch, middle - WINDOW / 2, middle + WINDOW / 2);
      heard.set(pitch, known);
      return known;
    };
    const found: { readonly line: Line; readonly difference: number }[] = [];
    let most = LIKELY;
    for (const [path, contour] of contours) {
      const place = this.#places.search(recent, contour, most);
      if (place !== undefined) {
        const { tempo, position, difference } = refine(recent, contour, place, FINE, differenceWithin);
        const there = ((position + 0.5 - ((LOOKED_AT - 1) / 2) * tempo) * TOGETHER) / FRAMES_PER_SECOND;
        found.push({ line: lineAt(path, middle / FRAMES_PER_SECOND, there, tempo), difference });
        most = Math.min(most, difference + NEXT_TO);
      }
    }
    return found
      .sort((one, other) => one.difference - other.difference)
      .filter(({ difference }) => difference <= most)
      .slice(0, MOST_FOUND)
      .map(({ line }) => line);
  }
}

/** `middle` and `there`: seconds of the recording, and of the track. */
function lineAt(path: string, middle: number, there: number, tempo: number): Line {
  const anchors = ANCHORS.map((beside): Hit => {
    const at = middle + beside - HALF_HIT;
    return { path, at, offset: there + (beside - HALF_HIT) * tempo, tempo, votes: 0 };
  });
  return { path, anchors, votes: 0 };
}

function contourBetween(sound: ReadSound, pitch: number, from: number, to: number): Bits {
  const around = AROUND * TOGETHER;
  const { bits } = contourOf(sound(pitch, from - around, to + around));
  return { frames: LOOKED_AT, bits: bits.subarray(AROUND, AROUND + LOOKED_AT) };
}
