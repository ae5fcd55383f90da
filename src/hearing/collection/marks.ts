/**
 * Marks of music: three consecutive peaks, described by their distances in pitch and by where the second lies between
 * the others in time. Neither pitch nor tempo changes that. Pure.
 */
import type { Peak } from './peaks.ts';

/** Frames between the first and the last peak. */
const SHORTEST = 8;
const LONGEST = 72;
/** Number of following peaks to combine a peak with, and their distance in frames. */
const KNOWN = { followers: 6, shortest: SHORTEST, longest: LONGEST };
/** The same for sound of the room: peaks of an echo are added, and its tempo may be 10 % off. */
const HEARD = { followers: 8, shortest: SHORTEST / 1.1, longest: LONGEST * 1.1 };
/** Widest interval between two peaks, in thirds of a semitone. */
const WIDEST = 30;
const INTERVALS = 2 * WIDEST + 1;
/** Positions of the second peak between the others. */
const PLACES = 12;
/** Classes of duration, each a quarter longer than the previous one. A tempo may be 8 % off. */
const LENGTHS = 11;
const LENGTH_STEP = Math.log(1.25);
/** Number of possible marks. Every second one is used, to limit the size of the index. */
const ALL = INTERVALS * INTERVALS * PLACES * LENGTHS;
const USED = 2;
export const MARKS = Math.ceil(ALL / USED);
/** Distance from the edge of a class within which the next class is looked up, too. */
const UNSURE = { interval: 0.3, place: 0.3, length: 0.4 };

/** Makes marks from peaks. `unsure`: adds marks that a small error would make. */
export class Marker {
  readonly #unsure: boolean;
  readonly #followers: number;
  #peaks: Peak[] = [];

  constructor({ unsure }: { readonly unsure: boolean }) {
    this.#unsure = unsure;
    this.#followers = (unsure ? HEARD : KNOWN).followers;
  }

  /** Calls `found` with each mark and the frame of its first peak. */
  push(peak: Peak, found: (mark: number, frame: number) => void): void {
    this.#peaks.push(peak);
    while (this.#peaks.length > this.#followers + 1) {
      this.#first(found);
    }
  }

  end(found: (mark: number, frame: number) => void): void {
    while (this.#peaks.length > 0) {
      this.#first(found);
    }
  }

  #first(found: (mark: number, frame: number) => void): void {
    const [first, ...others] = this.#peaks;
    this.#peaks = others;
    for (const [at, second] of others.entries()) {
      for (const third of others.slice(at + 1)) {
        if (first !== undefined) {
          marksOf(first, second, third, this.#unsure, (mark) => found(mark, first.frame));
        }
      }
    }
  }
}

function marksOf(
  first: Peak,
  second: Peak,
  third: Peak,
  isUnsure: boolean,
  found: (mark: number) => void,
): void {
  const length = third.frame - first.frame;
  const one = second.pitch - first.pitch;
  const two = third.pitch - second.pitch;
  const { shortest, longest } = isUnsure ? HEARD : KNOWN;
  if (length < shortest || length > longest || Math.abs(one) > WIDEST - 1 || Math.abs(two) > WIDEST - 1) {
    return;
  }
  const unsure = isUnsure ? UNSURE : { interval: 0, place: 0, length: 0 };
  const place = ((second.frame - first.frame) / length) * (PLACES - 1);
  const step = Math.log(Math.max(SHORTEST, length) / SHORTEST) / LENGTH_STEP;
  for (const a of steps(one, unsure.interval)) {
    for (const b of steps(two, unsure.interval)) {
      for (const c of steps(place, unsure.place)) {
        for (const d of steps(step, unsure.length)) {
          const mark = (((a + WIDEST) * INTERVALS + b + WIDEST) * PLACES + c) * LENGTHS + d;
          if (mark % USED === 0) {
            found(mark / USED);
          }
        }
      }
    }
  }
}

/** Nearest whole number, and the next one if the edge between them is near. */
function steps(value: number, unsure: number): readonly number[] {
  const nearest = Math.round(value);
  const off = value - nearest;
  return 0.5 - Math.abs(off) < unsure ? [nearest, nearest + Math.sign(off)] : [nearest];
}
