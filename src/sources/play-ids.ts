import type { Clock } from '../core/tools.ts';
import type { NativeArt, Track, Transition } from '../core/track.ts';

/** Creates the transitions of a source without decks and colors: each track is a play of its own. */
export class PlayIds {
  readonly #source: string;
  readonly #clock: Clock;
  #count = 0;

  /** `source` as `--source` spells it. */
  constructor(source: string, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  next(track: Track, details: { readonly deck?: string; readonly nativeArt?: NativeArt } = {}): Transition {
    this.#count += 1;
    return {
      playId: `${this.#source}:${this.#count}`,
      track,
      source: this.#source,
      at: this.#clock.now(),
      hidden: false,
      ...details,
    };
  }
}
