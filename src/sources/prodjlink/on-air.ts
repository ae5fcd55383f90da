/** Which channels the mixer lets through, while one tells. Pure. */

/** Ten messages: nothing heard for so many milliseconds means that no mixer tells. */
const SILENCE_MS = 3_000;

export class OnAir {
  #from = '';
  #channels: readonly boolean[] = [];
  #heardAt = Number.NEGATIVE_INFINITY;

  /** Of several that tell, the first one counts until it falls silent. `at`: milliseconds, monotonic. */
  hear(channels: readonly boolean[], from: string, at: number): void {
    if (from === this.#from || !this.isTold(at)) {
      this.#from = from;
      this.#channels = channels;
      this.#heardAt = at;
    }
  }

  isTold(at: number): boolean {
    return at < this.#heardAt + SILENCE_MS;
  }

  /** 1 or 0 for the player of this number; undefined while no mixer tells. */
  levelOf(number: number, at: number): number | undefined {
    const isOpen = this.isTold(at) ? this.#channels[number - 1] : undefined;
    return isOpen === undefined ? undefined : isOpen ? 1 : 0;
  }
}
