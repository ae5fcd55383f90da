/**
 * Learns which messages a fader sends, while the user moves it to one end and then to the other. Pure.
 *
 * The fader is the number that reached both ends, with the fewest turns: jog wheels and meters stay near one value, and a
 * low byte turns back all the time.
 */
import type { FaderControl } from './controller.ts';
import type { ControlChange } from './messages.ts';

/** Least range of a fader that was moved from end to end: some stop short of 0 and 127. */
const LEAST_RANGE = 96;
/** Distance from an end that counts as the end. */
const AT_END = 3;
/** Part of the range by which a fader must have moved toward the first end before it turned. */
const LEAST_WAY_THERE = 0.2;
/** Changes of direction of a hand that moves a fader there and back: it may hesitate. */
const MOST_TURNS = 8;
/** Share of a fader's messages beside which another number changes, if that is its low byte. */
const BESIDE = 0.4;
/** Numbers watched at once; a controller has fewer. */
const MOST_NUMBERS = 512;

interface Movement {
  readonly channel: number;
  readonly controller: number;
  count: number;
  lowest: number;
  highest: number;
  last: number;
  /** Up or down; 0 before the second value. */
  direction: number;
  turns: number;
  /** Where it turned last. */
  turnedAt: number;
  /** Farthest way in one direction before the current one. */
  wayThere: number;
}

export class FaderLearner {
  readonly #movements = new Map<string, Movement>();
  readonly #taken: readonly FaderControl[];

  /** `taken`: controls of faders that were learned before. */
  constructor(taken: readonly FaderControl[]) {
    this.#taken = taken;
  }

  take({ channel, controller, value }: ControlChange): void {
    const key = `${channel}/${controller}`;
    const known = this.#movements.get(key);
    if (known === undefined) {
      if (this.#movements.size < MOST_NUMBERS) {
        this.#movements.set(key, {
          channel,
          controller,
          count: 1,
          lowest: value,
          highest: value,
          last: value,
          direction: 0,
          turns: 0,
          turnedAt: value,
          wayThere: 0,
        });
      }
      return;
    }
    known.count += 1;
    const direction = Math.sign(value - known.last);
    if (direction !== 0 && direction !== known.direction) {
      if (known.direction !== 0) {
        known.turns += 1;
      }
      known.wayThere = Math.max(known.wayThere, Math.abs(known.last - known.turnedAt));
      known.turnedAt = known.last;
      known.direction = direction;
    }
    known.lowest = Math.min(known.lowest, value);
    known.highest = Math.max(known.highest, value);
    known.last = value;
  }

  /**
   * The fader, once it was moved to its first end ("up", "left") and then to the other; undefined before. For a deck's
   * fader the first end is open, for the crossfader it is left.
   */
  learned(firstEnd: 'open' | 'left'): FaderControl | undefined {
    const [found] = [...this.#movements.values()]
      .filter((movement) => this.#isFader(movement))
      .sort((one, other) => one.turns - other.turns || other.count - one.count);
    if (found === undefined) {
      return undefined;
    }
    const { channel, controller, lowest, highest, last } = found;
    const isAtTop = highest - last <= AT_END;
    const [first, second] = isAtTop ? [lowest, highest] : [highest, lowest];
    return {
      channel,
      high: controller,
      low: this.#lowByteOf(found),
      ...(firstEnd === 'left' ? { from: first, to: second } : { from: second, to: first }),
    };
  }

  /** A fader whose messages arrive, although they are not those of a free fader: it was learned before. */
  get takenMoves(): boolean {
    return [...this.#movements.values()].some(
      (movement) => hasReachedBothEnds(movement) && this.#isTaken(movement),
    );
  }

  #isFader(movement: Movement): boolean {
    return hasReachedBothEnds(movement) && !this.#isTaken(movement) && movement.turns <= MOST_TURNS;
  }

  #isTaken({ channel, controller }: Movement): boolean {
    return this.#taken.some(
      (fader) => fader.channel === channel && (fader.high === controller || fader.low === controller),
    );
  }

  /** On the same channel, a number that moved at the same time, and turned back more often: usually 32 higher. */
  #lowByteOf({ channel, controller, count, turns }: Movement): number | undefined {
    const others = [...this.#movements.values()].filter(
      (other) =>
        other.channel === channel &&
        other.controller !== controller &&
        other.count >= BESIDE * count &&
        other.turns > turns &&
        !this.#isTaken(other),
    );
    const usual = others.find((other) => other.controller === controller + 32);
    return (usual ?? others.toSorted((one, other) => other.count - one.count)[0])?.controller;
  }
}

function hasReachedBothEnds({ lowest, highest, last, wayThere }: Movement): boolean {
  const range = highest - lowest;
  const isAtEnd = highest - last <= AT_END || last - lowest <= AT_END;
  return range >= LEAST_RANGE && isAtEnd && wayThere >= LEAST_WAY_THERE * range;
}
