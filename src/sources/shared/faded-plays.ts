/**
 * The newest track is on the deck whose fader was closed when it appeared, and is announced once that fader
 * alone is open. A program may also name a track after its fader opened. Otherwise it is undecided. Pure.
 */
import type { ControllerLevels } from '../../core/contracts/faders.ts';
import { SILENT_LEVEL } from '../../core/level.ts';

/** A prepared track may be cued this long; later, its fader was probably open before. A blend may last as long. */
const WAITS_AT_MOST_MS = 90_000;

/** rekordbox names a track a minute after its start. A fader that opened earlier belongs to another track. */
const NAMED_WITHIN_MS = 75_000;

/** `undecided`: several faders are open, too little is known, or no fader moved for too long. */
export type FadedDecision = 'announce' | 'wait' | 'undecided';

export interface Decided<Play> {
  readonly play: Play;
  readonly decision: FadedDecision;
}

interface Waiting<Play> {
  readonly play: Play;
  /** Deck whose fader has opened since the track appeared. */
  readonly deck: number | undefined;
  /** Monotonic time of its appearance, or of the opening. */
  readonly since: number;
}

export class FadedPlays<Play> {
  #open: readonly number[] = [];
  #closed: readonly number[] = [];
  /** When the only open fader became the only one; monotonic, negative infinity if it was open before it was known. */
  #openAloneSince = Number.NEGATIVE_INFINITY;
  /** A track is on air. */
  #hasDecided = false;
  /** Deck of the last track. */
  #deckOnAir: number | undefined;
  /** Oldest first. All but the newest have a deck. */
  #waiting: readonly Waiting<Play>[] = [];

  /** Monotonic time for `decide`; undefined if no track waits. */
  get decidesAt(): number | undefined {
    return this.#waiting.length === 0
      ? undefined
      : Math.min(...this.#waiting.map(({ since }) => since)) + WAITS_AT_MOST_MS;
  }

  /** The new track replaces a waiting one whose fader has not opened. */
  report(play: Play, now: number): Decided<Play> {
    this.#waiting = this.#waiting.filter(({ deck }) => deck !== undefined);
    const [first, second, third] = this.#open;
    if (!this.#knowsEnough || third !== undefined) {
      return this.#leaveUndecided(play);
    }
    const isBlending = second !== undefined;
    if (isBlending && this.#deckOnAir !== first && this.#deckOnAir !== second) {
      return this.#leaveUndecided(play);
    }
    if (first !== undefined && !isBlending && first !== this.#deckOnAir) {
      if (!this.#hasDecided || now <= this.#openAloneSince + NAMED_WITHIN_MS) {
        // The deck was opened before the program named the track.
        return this.#announce(play, first);
      }
      this.#deckOnAir = first;
    }
    this.#waiting = [...this.#waiting, { play, deck: undefined, since: now }];
    return { play, decision: 'wait' };
  }

  /** Returns waiting tracks that are now decided. */
  update(levels: ControllerLevels, now: number): readonly Decided<Play>[] {
    const known = [...levels].filter(([, { level }]) => level !== undefined);
    const open = known.filter(([, { level = 0 }]) => level > SILENT_LEVEL).map(([deck]) => deck);
    const [only, another] = open;
    const wasAlone = this.#open.length === 1 && this.#open[0] === only;
    if (another === undefined && only !== undefined && !wasAlone) {
      const hasChanged = this.#closed.includes(only) || this.#open.includes(only);
      this.#openAloneSince = hasChanged ? now : Number.NEGATIVE_INFINITY;
    }
    this.#assignDecks(open, now);
    this.#open = open;
    this.#closed = known.map(([deck]) => deck).filter((deck) => !open.includes(deck));
    const decided = this.decide(now);
    if (this.#hasDecided && this.#deckOnAir === undefined && this.#waiting.length === 0) {
      this.#deckOnAir = this.#openAlone;
    }
    return decided;
  }

  /** Returns waiting tracks that are decided by now. Call it at `decidesAt`, too. */
  decide(now: number): readonly Decided<Play>[] {
    const late = this.#waiting.filter(({ since }) => !this.#knowsEnough || now >= since + WAITS_AT_MOST_MS);
    this.#waiting = this.#waiting.filter((one) => !late.includes(one));
    const undecided = late.map(({ play }) => this.#leaveUndecided(play));
    const only = this.#openAlone;
    if (only === undefined || only === this.#deckOnAir) {
      return undecided;
    }
    const next = this.#waiting.find(({ deck }) => deck === only) ?? this.#waiting.at(-1);
    if (next === undefined) {
      return undecided;
    }
    this.#waiting = this.#waiting.slice(this.#waiting.indexOf(next) + 1);
    return [...undecided, this.#announce(next.play, only)];
  }

  get #knowsEnough(): boolean {
    return this.#open.length + this.#closed.length >= 2;
  }

  get #openAlone(): number | undefined {
    return this.#open.length === 1 ? this.#open[0] : undefined;
  }

  /** A fader that opens is that of the newest track. One that closes again was not. */
  #assignDecks(open: readonly number[], now: number): void {
    const kept = this.#waiting.map((one) =>
      one.deck === undefined || open.includes(one.deck) ? one : { ...one, deck: undefined },
    );
    const newest = kept.at(-1);
    const opened = open.find(
      (deck) =>
        this.#closed.includes(deck) && deck !== this.#deckOnAir && !kept.some((one) => one.deck === deck),
    );
    this.#waiting = kept.flatMap((one) => {
      if (one !== newest) {
        return one.deck === undefined ? [] : [one];
      }
      return one.deck === undefined && opened !== undefined ? [{ ...one, deck: opened, since: now }] : [one];
    });
  }

  #announce(play: Play, deck: number): Decided<Play> {
    this.#hasDecided = true;
    this.#deckOnAir = deck;
    return { play, decision: 'announce' };
  }

  #leaveUndecided(play: Play): Decided<Play> {
    this.#hasDecided = true;
    this.#deckOnAir = this.#openAlone;
    return { play, decision: 'undecided' };
  }
}
