import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../src/core/tools.ts';

/** Remembered names; evicts the least recently used. */
export const NAMES = 100_000;

/** Token bucket per name: a burst, and its refill per second. */
export class RateLimit {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #buckets = new LRUCache<string, { readonly left: number; readonly at: number }>({ max: NAMES });

  constructor(burst: number, perSecond: number, clock: Pick<Clock, 'monotonic'>) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** Takes a token; false if none is left. */
  tryAcquire(name: string): boolean {
    const at = this.#clock.monotonic();
    const bucket = this.#buckets.get(name) ?? { left: this.#burst, at };
    const left = Math.min(this.#burst, bucket.left + ((at - bucket.at) / 1000) * this.#perSecond);
    this.#buckets.set(name, { left: left >= 1 ? left - 1 : left, at });
    return left >= 1;
  }

  giveBack(name: string): void {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined) {
      this.#buckets.set(name, { ...bucket, left: Math.min(this.#burst, bucket.left + 1) });
    }
  }
}
