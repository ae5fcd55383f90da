import type { Clock } from '../../core/tools.ts';
import { playSeries, type Track, type Transition } from '../../core/track.ts';

/** Each track is a new play, for sources without decks and colors. */
export class PlayIds {
  readonly #source: string;
  readonly #series: string;
  readonly #clock: Clock;
  #count = 0;

  /** `source`: name in `--source`. */
  constructor(source: string, clock: Clock) {
    this.#source = source;
    this.#series = playSeries(source, clock);
    this.#clock = clock;
  }

  next(track: Track, details: Pick<Transition, 'deck' | 'nativeArt' | 'file'> = {}): Transition {
    this.#count += 1;
    return {
      playId: `${this.#series}:${this.#count}`,
      track,
      source: this.#source,
      at: this.#clock.now(),
      hidden: false,
      ...details,
    };
  }
}
