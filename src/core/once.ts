/** Keeps what repeats from being logged again and again: each matter counts once, until it is over. */
export class Once {
  readonly #begun = new Set<string>();
  readonly #most: number;

  /** @param most when so many matters have begun, no other does: strangers may make up any number of them */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Whether it begins now. */
  begins(matter = ''): boolean {
    if (this.#begun.has(matter) || this.#begun.size >= this.#most) {
      return false;
    }
    this.#begun.add(matter);
    return true;
  }

  /** It has begun, and is not over. */
  has(matter = ''): boolean {
    return this.#begun.has(matter);
  }

  /** The next time it begins again. */
  ends(matter = ''): void {
    this.#begun.delete(matter);
  }
}
