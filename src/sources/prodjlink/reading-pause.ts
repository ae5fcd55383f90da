/** Keeps a busy player from being read. */
export class ReadingPause {
  #resume: (() => void) | undefined;
  #over: Promise<void> = Promise.resolve();

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

  /** Resolves at once while it is not paused, otherwise at the end of the pause. */
  async over(): Promise<void> {
    while (this.isPaused) {
      await this.#over;
    }
  }
}
