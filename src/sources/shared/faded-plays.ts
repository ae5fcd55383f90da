/**
 * Decides when a track of a source without decks is on air, by the faders of a controller: the newest track is on the
 * deck whose fader was closed when the track appeared, and is announced once that fader alone is open. Where the faders
 * don't tell, it is undecided. Pure: reports, levels and times in, decisions out.
 */
import type { ControllerLevels } from '../../core/contracts/faders.ts';
import { SILENT_LEVEL } from '../../core/level.ts';

/** A track that was prepared may be cued for a while. After this time, its fader was probably open before. */
export const WAITS_AT_MOST_MS = 90_000;

/** `undecided`: several faders are open, too little is known, or no fader moved for too long. */
export type FadedDecision = 'announce' | 'wait' | 'undecided';

export class FadedPlays {
  #open: readonly number[] = [];
  #known = 0;
  /** Deck of the last track. */
  #deckOnAir: number | undefined;
  /** When the waiting track appeared; monotonic. */
  #waitsSince: number | undefined;

  /** Decides on a track that appeared now. It replaces one that still waits. */
  report(now: number): FadedDecision {
    this.#waitsSince = undefined;
    const [first, second, third] = this.#open;
    if (this.#known < 2 || third !== undefined) {
      return this.#leaveUndecided();
    }
    const isBlending = second !== undefined;
    if (isBlending && this.#deckOnAir !== first && this.#deckOnAir !== second) {
      return this.#leaveUndecided();
    }
    if (first !== undefined && !isBlending && first !== this.#deckOnAir) {
      // The deck was opened before the program named the track.
      return this.#announce(first);
    }
    this.#waitsSince = now;
    return 'wait';
  }

  /** Returns the decision on the waiting track; undefined without one. */
  update(levels: ControllerLevels, now: number): FadedDecision | undefined {
    const known = [...levels].filter(([, { level }]) => level !== undefined);
    this.#known = known.length;
    this.#open = known.filter(([, { level = 0 }]) => level > SILENT_LEVEL).map(([deck]) => deck);
    return this.decide(now);
  }

  /** Also called when only time has passed. */
  decide(now: number): FadedDecision | undefined {
    if (this.#waitsSince === undefined) {
      return undefined;
    }
    if (this.#known < 2 || now >= this.#waitsSince + WAITS_AT_MOST_MS) {
      return this.#leaveUndecided();
    }
    const [only, another] = this.#open;
    return only !== undefined && another === undefined && only !== this.#deckOnAir
      ? this.#announce(only)
      : 'wait';
  }

  #announce(deck: number): FadedDecision {
    this.#waitsSince = undefined;
    this.#deckOnAir = deck;
    return 'announce';
  }

  #leaveUndecided(): FadedDecision {
    this.#waitsSince = undefined;
    this.#deckOnAir = this.#open.length === 1 ? this.#open[0] : undefined;
    return 'undecided';
  }
}
