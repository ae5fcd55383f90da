/** The player is busy, or an address's old clients are closing. */
export class ReadingPause {
  #before: Promise<unknown> | undefined;
  #resume: (() => void) | undefined;
  #over: Promise<void> = Promise.resolve();
  #begin = new AbortController();

  /** @param before settles before the first read; must not reject */
  constructor(before?: Promise<unknown>) {
    this.#before = before?.then(() => {
      this.#before = undefined;
    });
  }

  get isPaused(): boolean {
    return this.#resume !== undefined || this.#before !== undefined;
  }

  /** Fires when a pause begins; aborted during one. */
  get begins(): AbortSignal {
    return this.#begin.signal;
  }

  set(paused: boolean): void {
    if (paused && this.#resume === undefined) {
      this.#over = new Promise((resolve) => {
        this.#resume = resolve;
      });
      this.#begin.abort(new Error('the player is busy'));
    } else if (!paused && this.#resume !== undefined) {
      this.#begin = new AbortController();
      this.#resume();
      this.#resume = undefined;
    }
  }

  async over(): Promise<void> {
    while (this.isPaused) {
      await Promise.all([this.#over, this.#before]);
    }
  }
}
