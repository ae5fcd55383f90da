import { ProDjLinkError } from './errors.ts';

/** Runs one request at a time, in the order of the calls; a bounded number may wait. */
export class RequestQueue {
  readonly #maxWaiting: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves when everything that was requested until now has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** @throws ProDjLinkError `busy` when too many wait; the signal's reason when it fires before the work has ended */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#waiting > this.#maxWaiting) {
      throw new ProDjLinkError('busy', `${this.#maxWaiting} requests are waiting already`);
    }
    this.#waiting++;
    const turn = this.#last.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#last = turn.then(
      () => this.#waiting--,
      () => this.#waiting--,
    );
    return await orAborted(turn, signal);
  }
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) {
      abort();
    }
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}
