/** Takes waiting tracks out of the store and broadcasts them: each channel's newest one, at most one in three seconds. */
import { StatusError } from '../../../src/clients/http.ts';
import { messageOf, UpstreamError } from '../../../src/core/errors.ts';
import type { Clock, Logger } from '../../../src/core/tools.ts';
import { backoffMs, WakeSignal } from '../../../src/core/waiting.ts';
import type { SendBroadcast } from './broadcast.ts';
import { liveMessage } from './message.ts';
import type { Metrics } from './metrics.ts';
import type { ForwardClaim, Store } from './store/contract.ts';

/** Broadcasts under way at once. */
const SLOTS = 64;
/** Twitch takes a channel's configuration twenty times a minute; its broadcasts may be three times as many. */
const DISTANCE_MS = 3_000;
/** How often to check for waiting tracks without a notification. */
const CHECK_EVERY_MS = 200;
/** Longer than a broadcast can take; an instance that dies leaves its claims to the others after that long. */
const LEASE_MS = 12_000;
const LONGEST_PAUSE_MS = 60_000;
/** For a 429 that names no time. */
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

  /** `lastsMs`: how long a track is shown, and therefore worth a broadcast. */
  constructor(tools: ForwarderTools, lastsMs: number) {
    this.#tools = tools;
    this.#wake = new WakeSignal(tools.clock);
    this.#lastsMs = lastsMs;
  }

  /** A track waits. */
  notify(): void {
    this.#wake.notify();
  }

  /** Works until the signal fires; then finishes the broadcasts that are under way. */
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
        log.info('the store works again');
      }
      return found;
    } catch (error) {
      if (!this.#inTrouble) {
        this.#inTrouble = true;
        log.error('the store cannot be read', { reason: messageOf(error) });
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
      // The claim ends by itself, and the track is broadcast again: twice is better than never.
      log.error('the store cannot be written', { channel, reason: messageOf(error) });
    }
  }

  async #failed(claim: ForwardClaim, error: unknown): Promise<void> {
    const { store, log, metrics } = this.#tools;
    const { channel, failures } = claim;
    const advice = error instanceof UpstreamError ? error.advice : 'drop';
    if (advice === 'drop') {
      metrics.count('deckcast_live_broadcasts_total', { result: 'refused' });
      log.warn('a track was refused', { channel, reason: messageOf(error) });
      await store.complete(claim, DISTANCE_MS);
      return;
    }
    metrics.count('deckcast_live_broadcasts_total', { result: 'failed' });
    const pauseMs = pauseAfter(error, failures);
    if (advice === 'stop') {
      log.error(
        'broadcasts are refused; check --extension.client_id, --extension.owner_id and --extension.secret',
        {
          channel,
          reason: messageOf(error),
        },
      );
    } else if (failures === 0) {
      log.warn('a broadcast failed and will be tried again', { channel, reason: messageOf(error), pauseMs });
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
