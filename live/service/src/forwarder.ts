/** Broadcasts each channel's newest waiting track, at most one in three seconds. */
import { StatusError } from '../../../src/clients/http.ts';
import { messageOf, UpstreamError } from '../../../src/core/errors.ts';
import type { Clock, Logger } from '../../../src/core/tools.ts';
import { backoffMs, WakeSignal } from '../../../src/core/waiting.ts';
import type { SendBroadcast } from './broadcast.ts';
import { liveMessage } from './message.ts';
import type { Metrics } from './metrics.ts';
import type { ForwardClaim, Store } from './store/contract.ts';

/** Concurrent broadcasts. */
const SLOTS = 64;
/** Twitch accepts twenty configurations a minute per channel, and three times as many broadcasts. */
const DISTANCE_MS = 3_000;
/** Finds waiting tracks whose notification was lost. */
const CHECK_EVERY_MS = 200;
/** Claims outlast a broadcast; a dead instance's expire. */
const LEASE_MS = 12_000;
const LONGEST_PAUSE_MS = 60_000;
/** Used after a 429 without a time. */
const UNSTATED_PAUSE_MS = 5_000;
const STORE_TROUBLE_MS = 1_000;

export interface ForwarderTools {
  readonly store: Store;
  readonly broadcast: SendBroadcast;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: Clock;
}

export class Forwarder {
  readonly name = 'forwarder';
  readonly #tools: ForwarderTools;
  readonly #lastsMs: number;
  readonly #underWay = new Set<Promise<void>>();
  readonly #wake: WakeSignal;
  #inTrouble = false;

  /** @param lastsMs time within which a broadcast is useful */
  constructor(tools: ForwarderTools, lastsMs: number) {
    this.#tools = tools;
    this.#wake = new WakeSignal(tools.clock);
    this.#lastsMs = lastsMs;
  }

  notify(): void {
    this.#wake.notify();
  }

  /** Finishes running broadcasts at the signal. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const found = await this.#claim();
      for (const claim of found) {
        const work = this.#forward(claim).finally(() => {
          this.#underWay.delete(work);
          if (this.#underWay.size === SLOTS - 1) {
            this.notify();
          }
        });
        this.#underWay.add(work);
      }
      await this.#wake.wait(this.#inTrouble ? STORE_TROUBLE_MS : CHECK_EVERY_MS, signal);
    }
    await Promise.all(this.#underWay);
  }

  async #claim(): Promise<readonly ForwardClaim[]> {
    const { store, log } = this.#tools;
    const free = SLOTS - this.#underWay.size;
    if (free === 0) {
      return [];
    }
    try {
      const found = await store.claim(free, LEASE_MS);
      if (this.#inTrouble) {
        this.#inTrouble = false;
        log.info('store works again');
      }
      return found;
    } catch (error) {
      if (!this.#inTrouble) {
        this.#inTrouble = true;
        log.error('cannot read store', { reason: messageOf(error) });
      }
      return [];
    }
  }

  async #forward(claim: ForwardClaim): Promise<void> {
    const { store, broadcast, clock, log, metrics } = this.#tools;
    const { channel } = claim;
    const message = liveMessage(claim, this.#lastsMs, clock.now());
    try {
      if (message === undefined) {
        metrics.count('deckcast_live_broadcasts_total', { result: 'expired' });
        await store.complete(claim, 0);
        return;
      }
      try {
        await broadcast(channel, message, new AbortController().signal);
      } catch (error) {
        await this.#failed(claim, error);
        return;
      }
      metrics.count('deckcast_live_broadcasts_total', { result: 'sent' });
      log.debug('track broadcast', { channel });
      await store.complete(claim, DISTANCE_MS);
    } catch (error) {
      // The claim expires and the track is broadcast again: twice is better than never.
      log.error('cannot write store', { channel, reason: messageOf(error) });
    }
  }

  async #failed(claim: ForwardClaim, error: unknown): Promise<void> {
    const { store, log, metrics } = this.#tools;
    const { channel, failures } = claim;
    const advice = error instanceof UpstreamError ? error.advice : 'drop';
    if (advice === 'drop') {
      metrics.count('deckcast_live_broadcasts_total', { result: 'refused' });
      log.warn('track refused', { channel, reason: messageOf(error) });
      await store.complete(claim, DISTANCE_MS);
      return;
    }
    metrics.count('deckcast_live_broadcasts_total', { result: 'failed' });
    const pauseMs = pauseAfter(error, failures);
    if (advice === 'stop') {
      log.error(
        'broadcasts refused; check --extension.client_id, --extension.owner_id and --extension.secret',
        {
          channel,
          reason: messageOf(error),
        },
      );
    } else if (failures === 0) {
      log.warn('broadcast failed; retrying', { channel, reason: messageOf(error), pauseMs });
    }
    await store.postpone(claim, pauseMs);
  }
}

function pauseAfter(error: unknown, failures: number): number {
  if (error instanceof UpstreamError && error.advice === 'stop') {
    return LONGEST_PAUSE_MS;
  }
  const backoff = backoffMs(failures + 1, { firstMs: DISTANCE_MS, longestMs: LONGEST_PAUSE_MS });
  const requested =
    error instanceof UpstreamError && error.retryAfterMs !== undefined
      ? error.retryAfterMs
      : error instanceof StatusError && error.status === 429
        ? UNSTATED_PAUSE_MS
        : 0;
  return Math.min(LONGEST_PAUSE_MS, Math.max(DISTANCE_MS, backoff, requested));
}
