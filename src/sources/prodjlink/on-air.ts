/** Which channels the mixer lets through, while one reports them. Pure. */

/** After this many milliseconds of silence, ten messages, no mixer reports. */
const SILENCE_MS = 3_000;

export class OnAir {
  #from = '';
  #channels: readonly boolean[] = [];
  #heardAt = Number.NEGATIVE_INFINITY;

  /** Of several that report, the first one counts until it falls silent. `at`: milliseconds, monotonic. */
  update(channels: readonly boolean[], from: string, at: number): void {
    if (from === this.#from || !this.isReported(at)) {
      this.#from = from;
      this.#channels = channels;
      this.#heardAt = at;
    }
  }

  isReported(at: number): boolean {
    return at < this.#heardAt + SILENCE_MS;
  }

  /** 1 or 0 for the player of this number; undefined while no mixer reports. */
  levelOf(number: number, at: number): number | undefined {
    const isOpen = this.isReported(at) ? this.#channels[number - 1] : undefined;
    return isOpen === undefined ? undefined : isOpen ? 1 : 0;
  }
}
