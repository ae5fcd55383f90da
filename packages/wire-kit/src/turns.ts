import { orAborted } from './waiting.ts';

/** Limit of the queue. */
export interface TurnsLimit {
  readonly waiting: number;
  /** Makes the error when the queue is full. */
  readonly full: (waiting: number) => Error;
}

/** Runs one piece of work at a time, in order. */
export class Turns {
  readonly #limit: TurnsLimit | undefined;
  readonly #waiting = new Set<() => void>();
  #taken = false;

  constructor(limit?: TurnsLimit) {
    this.#limit = limit;
  }

  /**
   * Resolves at the caller's turn to a function that ends it; call it exactly once. Rejects if the queue is
   * full, or with the signal's reason.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#taken && this.#limit !== undefined && this.#waiting.size >= this.#limit.waiting) {
      throw this.#limit.full(this.#limit.waiting);
    }
    return await this.#enter(signal);
  }

  /**
   * Runs work in its own turn and settles like it; failed work does not stop later work. Rejects as
   * `acquire`, and when the signal fires; the turn still lasts until the work ends.
   */
  async run<T>(work: () => PromiseLike<T> | T, signal?: AbortSignal): Promise<T> {
    const end = await this.acquire(signal);
    const untilEnd = async (): Promise<T> => {
      try {
        return await work();
      } finally {
        end();
      }
    };
    return await orAborted(untilEnd(), signal);
  }

  /** Resolves when all work queued so far has ended. */
  async idle(): Promise<void> {
    const end = await this.#enter();
    end();
  }

  #enter(signal?: AbortSignal): Promise<() => void> {
    const end = (): void => this.#next();
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve(end);
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve(end);
      };
      const leave = (): void => {
        this.#waiting.delete(begin);
        reject(signal?.reason);
      };
      this.#waiting.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #next(): void {
    const [begin] = this.#waiting;
    if (begin === undefined) {
      this.#taken = false;
    } else {
      this.#waiting.delete(begin);
      begin();
    }
  }
}
