/** Nothing is read from a player while it has something better to do. */
export class ReadingPause {
  #resume: (() => void) | undefined;
  #over: Promise<void> = Promise.resolve();

  /** Something is read from it now, or may be. */
  get isPaused(): boolean {
    return this.#resume !== undefined;
  }

  set(paused: boolean): void {
    if (paused && this.#resume === undefined) {
      this.#over = new Promise((resolve) => {
        this.#resume = resolve;
      });
    } else if (!paused) {
      this.#resume?.();
      this.#resume = undefined;
    }
  }

  /** Resolves while it is not paused. */
  async over(): Promise<void> {
    while (this.isPaused) {
      await this.#over;
    }
  }
}
