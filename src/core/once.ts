import type { Clock } from './tools.ts';

interface OnceOptions {
  /** When so many matters have begun, no other does: strangers may make up any number of them. */
  readonly most?: number;
  /** A matter is over by itself after this many milliseconds. */
  readonly lasts?: { readonly ms: number; readonly clock: Pick<Clock, 'monotonic'> };
}

/** Keeps what repeats from being logged again and again: each matter counts once, until it is over. */
export class Once {
  /** When each matter began; 0 where it is not over by itself. */
  readonly #begun = new Map<string, number>();
  readonly #options: OnceOptions;

  constructor(options: OnceOptions = {}) {
    this.#options = options;
  }

  /** Whether it begins now. */
  begins(matter = ''): boolean {
    const { most = Number.POSITIVE_INFINITY, lasts } = this.#options;
    if (this.has(matter) || (this.#begun.size >= most && !this.#begun.has(matter))) {
      return false;
    }
    this.#begun.set(matter, lasts?.clock.monotonic() ?? 0);
    return true;
  }

  /** It has begun, and is not over. */
  has(matter = ''): boolean {
    const since = this.#begun.get(matter);
    const { lasts } = this.#options;
    return since !== undefined && (lasts === undefined || lasts.clock.monotonic() - since < lasts.ms);
  }

  /** The next time it begins again. */
  ends(matter = ''): void {
    this.#begun.delete(matter);
  }
}
