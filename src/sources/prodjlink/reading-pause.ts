/** Keeps a busy player from being read, and one that others still read. */
export class ReadingPause {
  #before: Promise<unknown> | undefined;
  #resume: (() => void) | undefined;
  #over: Promise<void> = Promise.resolve();
  #begin = new AbortController();

  /** @param before what has to end first, and never rejects */
  constructor(before?: Promise<unknown>) {
    this.#before = before?.then(() => {
      this.#before = undefined;
    });
  }

  get isPaused(): boolean {
    return this.#resume !== undefined || this.#before !== undefined;
  }

  /** Fires when the player is busy: at once if it is now, else when the next pause begins. */
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

  /** Resolves at once while it is not paused, otherwise at the end of the pause. */
  async over(): Promise<void> {
    while (this.isPaused) {
      await Promise.all([this.#over, this.#before]);
    }
  }
}
