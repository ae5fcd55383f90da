import { StagelinqError } from './errors.ts';

/** Admits one caller at a time, in order; a bounded number may wait. */
export class Mutex {
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();
  #locked = false;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Resolves when it is the caller's turn, with the function that ends the turn; call it exactly once.
   * @throws StagelinqError `busy` when too many wait; the signal's reason when it fires first
   */
  acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    if (!this.#locked) {
      this.#locked = true;
      return Promise.resolve(() => this.#next());
    }
    if (this.#waiting.size >= this.#maxWaiting) {
      return Promise.reject(
        new StagelinqError('busy', `${this.#maxWaiting} file requests are waiting already`),
      );
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', abort);
        resolve(() => this.#next());
      };
      const abort = () => {
        this.#waiting.delete(start);
        reject(signal?.reason);
      };
      this.#waiting.add(start);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  async withLock<Result>(signal: AbortSignal | undefined, task: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  #next(): void {
    const [start] = this.#waiting;
    if (start === undefined) {
      this.#locked = false;
      return;
    }
    this.#waiting.delete(start);
    start();
  }
}
