/**
 * Marks of music: three peaks that follow each other, by what neither pitch nor tempo changes: how far apart they are in
 * pitch, and where the second lies between the others in time. Pure.
 */
import type { Peak } from './peaks.ts';

/** Frames between the first and the last of three. */
const SHORTEST = 8;
const LONGEST = 72;
/** How many of the following peaks a peak is paired with, and how many frames apart they may be. */
const KNOWN = { followers: 6, shortest: SHORTEST, longest: LONGEST };
/** The same for the room's sound: some of its peaks are new, such as those of an echo, and its tempo may be 10 % off. */
const HEARD = { followers: 8, shortest: SHORTEST / 1.1, longest: LONGEST * 1.1 };
/** Thirds of a semitone between two of three. */
const WIDEST = 30;
const INTERVALS = 2 * WIDEST + 1;
/** Parts of the time from the first to the last, in which the second lies. */
const PLACES = 12;
/** Lengths in time: each is a quarter longer than the one before. A tempo may be 8 % off. */
const LENGTHS = 11;
const LENGTH_STEP = Math.log(1.25);
/** All possible marks; every second one is used, as many as a collection has room for. */
const ALL = INTERVALS * INTERVALS * PLACES * LENGTHS;
const USED = 2;
export const MARKS = Math.ceil(ALL / USED);
/** How far from the edge of a step what is heard may be the next one: the second mark is looked up, too. */
const UNSURE = { interval: 0.3, place: 0.3, length: 0.4 };

/** Takes the marks of what is pushed. `unsure`: also those that they may be by a small error. */
export class Marker {
  readonly #unsure: boolean;
  readonly #followers: number;
  #peaks: Peak[] = [];

  constructor({ unsure }: { readonly unsure: boolean }) {
    this.#unsure = unsure;
    this.#followers = (unsure ? HEARD : KNOWN).followers;
  }

  /** Gives each mark with the frame of its first peak. */
  push(peak: Peak, found: (mark: number, frame: number) => void): void {
    this.#peaks.push(peak);
    while (this.#peaks.length > this.#followers + 1) {
      this.#first(found);
    }
  }

  /** There are no more peaks. */
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

/** The whole number that is nearest, and the next one where the edge between them is near. */
function steps(value: number, unsure: number): readonly number[] {
  const nearest = Math.round(value);
  const off = value - nearest;
  return 0.5 - Math.abs(off) < unsure ? [nearest, nearest + Math.sign(off)] : [nearest];
}
