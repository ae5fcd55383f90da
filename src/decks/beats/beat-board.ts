import type { GridPosition } from '../../core/contracts/beat.ts';
import { evictOldest } from '../../core/evict.ts';
import type { DeckId } from '../detection/index.ts';
import { type BeatReport, DeckClock } from './deck-clock.ts';

/** Clocks of one source; more than all its decks. */
const CLOCKS = 64;

/** Keeps the beats of a source's decks while they are followed. */
export class BeatBoard {
  readonly #clocks = new Map<DeckId, DeckClock>();
  readonly #onWanted: (wanted: boolean) => void;
  #changed: (() => void) | undefined;

  /** @param onWanted called when a follower comes or leaves */
  constructor(onWanted: (wanted: boolean) => void) {
    this.#onWanted = onWanted;
  }

  get isWanted(): boolean {
    return this.#changed !== undefined;
  }

  follow(changed: () => void): () => void {
    this.#changed = changed;
    this.#onWanted(true);
    return () => {
      this.#changed = undefined;
      this.#clocks.clear();
      this.#onWanted(false);
    };
  }

  /** Takes reports of one moment. Ignores them without a follower. */
  report(...reports: readonly { readonly deck: DeckId; readonly report: BeatReport }[]): void {
    if (this.#changed === undefined || reports.length === 0) {
      return;
    }
    for (const { deck, report } of reports) {
      const clock = this.#clocks.get(deck) ?? new DeckClock();
      clock.report(report);
      this.#clocks.set(deck, clock);
    }
    evictOldest(this.#clocks, CLOCKS);
    this.#changed();
  }

  /** The deck has another track: its position is that of the old one. */
  forget(deck: DeckId): void {
    this.#clocks.delete(deck);
  }

  /** Reports that decks changed otherwise: their levels, or which one leads. */
  decksChanged(): void {
    this.#changed?.();
  }

  at(deck: DeckId, time: number): GridPosition | undefined {
    return this.#clocks.get(deck)?.at(time);
  }
}
