/** Bad keys and bad sign-ins cost only their senders. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../src/core/tools.ts';
import { siteOf } from './client-address.ts';
import { NAMES, RateLimit } from './limits.ts';

/** True if the key belongs to a channel. Rejects if the store fails. */
type LookUp = () => Promise<boolean>;

export class KeyLimit {
  /** Hashes of keys that were valid last time. */
  readonly #good = new LRUCache<string, true>({ max: NAMES });
  /** Lookups of unproven keys left per client. */
  readonly #unproved: RateLimit;

  constructor(clock: Clock) {
    this.#unproved = new RateLimit(100, 5, clock);
  }

  /** `busy` if this client has sent too many unknown keys. */
  async check(key: string, client: string, lookUp: LookUp): Promise<'good' | 'unknown' | 'busy'> {
    if (this.#good.has(key)) {
      return this.#proved(key, await lookUp());
    }
    if (!this.#unproved.tryAcquire(client)) {
      return 'busy';
    }
    let isGood = true;
    try {
      isGood = await lookUp();
    } finally {
      // The store's failures don't count.
      if (isGood) {
        this.#unproved.giveBack(client);
      }
    }
    return this.#proved(key, isGood);
  }

  #proved(key: string, isGood: boolean): 'good' | 'unknown' {
    if (isGood) {
      this.#good.set(key, true);
      return 'good';
    }
    this.#good.delete(key);
    return 'unknown';
  }
}

/** Keeps bad sign-ins from the identity service, which limits all clients together. */
export class SignInLimit {
  /** Small: a DJ signs in once. */
  readonly #each: RateLimit;
  /** Shared by networks with a refused sign-in, so that many of them lock out no other client. */
  readonly #allRefused: RateLimit;
  readonly #refused = new LRUCache<string, true>({ max: NAMES });

  constructor(clock: Clock) {
    this.#each = new RateLimit(5, 1, clock);
    this.#allRefused = new RateLimit(50, 10, clock);
  }

  tryAcquire(client: string): boolean {
    return (
      this.#each.tryAcquire(client) &&
      (!this.#refused.has(siteOf(client)) || this.#allRefused.tryAcquire('all'))
    );
  }

  noteRefusal(client: string): void {
    this.#refused.set(siteOf(client), true);
  }
}
