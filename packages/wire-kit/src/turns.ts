import { orAborted } from './waiting.ts';

export interface TurnsLimit {
  /** How many may wait. */
  readonly waiting: number;
  /** What one more is rejected with. */
  readonly full: (waiting: number) => Error;
}

/** Admits one at a time, in the order of the calls. */
export class Turns {
  readonly #limit: TurnsLimit | undefined;
  readonly #waiting = new Set<() => void>();
  #taken = false;

  /** @param limit any number may wait unless given */
  constructor(limit?: TurnsLimit) {
    this.#limit = limit;
  }

  /**
   * Resolves when it is the caller's turn, with the function that ends the turn; call it exactly once. Rejects as the limit
   * says when too many wait, and with the signal's reason when it fires first.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#taken && this.#limit !== undefined && this.#waiting.size >= this.#limit.waiting) {
      throw this.#limit.full(this.#limit.waiting);
    }
    return await this.#enter(signal);
  }

  /**
   * Resolves and rejects as the work does, in a turn of its own: work that fails does not stop what comes after it. Rejects
   * as `acquire` does, and as soon as the signal fires; the turn then lasts until the work has ended.
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

  /** Resolves when everything that was called for until now has ended. */
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
