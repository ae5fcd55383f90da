/** How often a client may try: bad keys and bad sign-ins cost their senders, and no one else. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../src/core/tools.ts';
import { siteOf } from './client-address.ts';
import { NAMES, RateLimit } from './limits.ts';

/** Looks the key up in the store: true when it belongs to a channel. Rejects when the store is in trouble. */
type LookUp = () => Promise<boolean>;

/** Keeps unknown keys from the database. */
export class KeyLimit {
  /** Hashes of keys that were good the last time. */
  readonly #good = new LRUCache<string, true>({ max: NAMES });
  /** For each client: keys that may be looked up until they have proved good. */
  readonly #unproved: RateLimit;

  constructor(clock: Clock) {
    this.#unproved = new RateLimit(100, 5, clock);
  }

  /** The result of `lookUp`; `busy` when this client has sent too many unknown keys. */
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
      // Trouble in the store is not the client's fault.
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

/** Keeps bad sign-ins from the identity service, which counts the requests of all of them together. */
export class SignInLimit {
  /** A DJ signs in once. */
  readonly #each: RateLimit;
  /** Networks whose sign-in was refused share this one, so that however many there are, they keep no one else out. */
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
