import type { DeckBeats } from '../../core/contracts/beat.ts';

/** Beats of a source that is found late, or replaced, while they are followed. */
export class ReplaceableBeats implements DeckBeats {
  readonly #current: () => DeckBeats | undefined;
  #changed: (() => void) | undefined;
  #leave: (() => void) | undefined;

  /** `current`: beats of the source at present; undefined if it has none. */
  constructor(current: () => DeckBeats | undefined) {
    this.#current = current;
  }

  follow(changed: () => void): () => void {
    this.#changed = changed;
    this.replaced();
    return () => {
      this.#changed = undefined;
      this.replaced();
    };
  }

  at(time: number): ReturnType<DeckBeats['at']> {
    return this.#current()?.at(time) ?? [];
  }

  /** Call it when `current` returns other beats than before. */
  replaced(): void {
    this.#leave?.();
    this.#leave = this.#changed && this.#current()?.follow(this.#changed);
  }
}
