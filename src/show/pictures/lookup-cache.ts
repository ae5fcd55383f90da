/** Caches slow services' answers for an hour, within limits of number and size. */

import { LRUCache } from 'lru-cache';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import { within } from '../../core/waiting.ts';
import type { MaybePromise } from './maybe.ts';

const KEEP_MS = 60 * 60_000;
/** The service may add a picture at any time. */
const KEEP_NONE_MS = 10 * 60_000;
/** Key, links and times. */
const ENTRY_BYTES = 256;

export interface LookupLimits<T> {
  readonly entries: number;
  readonly bytes: number;
  readonly sizeOf: (value: T) => number;
  readonly timeLimitMs: number;
}

/** Distinguishes "none" from "not looked up". */
interface Answer<T> {
  readonly value: T | undefined;
}

export class LookupCache<Key extends string | object, T> {
  readonly #answers: LRUCache<Key, Answer<T>>;
  readonly #inFlight = new Map<Key, Promise<T | undefined>>();
  readonly #timeLimitMs: number;
  readonly #clock: Clock;
  readonly #closing: AbortSignal;

  constructor(limits: LookupLimits<T>, clock: Clock, closing: AbortSignal) {
    this.#timeLimitMs = limits.timeLimitMs;
    this.#clock = clock;
    this.#closing = closing;
    this.#answers = new LRUCache({
      max: limits.entries,
      maxSize: limits.bytes,
      sizeCalculation: ({ value }) => ENTRY_BYTES + (value === undefined ? 0 : limits.sizeOf(value)),
      // lru-cache takes 0 as "no time given".
      perf: { now: () => clock.monotonic() + 1 },
      ttlResolution: 0,
    });
  }

  /**
   * Answers synchronously from the cache, or calls `find`, shared by concurrent calls. Failures reject all of them and
   * are not cached.
   */
  lookUp(key: Key, find: (signal: AbortSignal) => Promise<T | undefined>): MaybePromise<T | undefined> {
    const cached = this.#answers.get(key);
    if (cached !== undefined) {
      return cached.value;
    }
    const running = this.#inFlight.get(key);
    if (running !== undefined) {
      return running;
    }
    const started = this.#keepAnswer(key, find).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, started);
    return started;
  }

  async #keepAnswer(key: Key, find: (signal: AbortSignal) => Promise<T | undefined>): Promise<T | undefined> {
    const late = (): Error =>
      new UpstreamError(say('deliver.no-answer-within-s', { seconds: this.#timeLimitMs / 1_000 }), 'retry');
    const limit = { clock: this.#clock, ms: this.#timeLimitMs, late, signal: this.#closing };
    const value = await within(limit, find);
    this.#answers.purgeStale();
    this.#answers.set(key, { value }, { ttl: value === undefined ? KEEP_NONE_MS : KEEP_MS });
    return value;
  }
}
