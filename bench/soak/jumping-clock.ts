import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/core/tools.ts';

const { setTimeout: wait, clearTimeout: cancelWait, Date: RealDate } = globalThis;
const monotonic = performance.now.bind(performance);

export interface Waiting {
  /** Monotonic. */
  due: number;
  readonly run: () => void;
  timer?: NodeJS.Timeout | undefined;
  keepsAlive: boolean;
}

/** Runs like the computer's clock and jumps over idle time. Timers due on the way fire in order. */
export class JumpingClock implements Clock {
  #aheadMs = 0;
  readonly #waiting = new Set<Waiting>();

  now(): number {
    return Math.round(RealDate.now() + this.#aheadMs);
  }

  monotonic(): number {
    return monotonic() + this.#aheadMs;
  }

  after(ms: number, run: () => void): () => void {
    const waiting = { due: this.monotonic() + ms, run, keepsAlive: true };
    this.arm(waiting);
    return () => this.cancel(waiting);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const interrupt = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = this.after(ms, () => {
        signal?.removeEventListener('abort', interrupt);
        resolve();
      });
      signal?.addEventListener('abort', interrupt, { once: true });
    });
  }

  async jump(ms: number): Promise<void> {
    const until = this.monotonic() + ms;
    for (let next = this.#earliest(until); next !== undefined; next = this.#earliest(until)) {
      this.#aheadMs += Math.max(0, next.due - this.monotonic());
      this.cancel(next);
      next.run();
      await nextTurn();
    }
    this.#aheadMs += Math.max(0, until - this.monotonic());
    for (const waiting of this.#waiting) {
      this.arm(waiting);
    }
  }

  /** Schedules a timer, also again. */
  arm(waiting: Waiting): void {
    cancelWait(waiting.timer);
    this.#waiting.add(waiting);
    waiting.timer = wait(
      () => {
        this.#waiting.delete(waiting);
        waiting.run();
      },
      Math.max(0, waiting.due - this.monotonic()),
    );
    if (!waiting.keepsAlive) {
      waiting.timer.unref();
    }
  }

  cancel(waiting: Waiting): void {
    cancelWait(waiting.timer);
    this.#waiting.delete(waiting);
  }

  #earliest(until: number): Waiting | undefined {
    let found: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (waiting.due <= (found?.due ?? until)) {
        found = waiting;
      }
    }
    return found;
  }
}
