/** Queries one track at a time, and as rarely as possible. */

import {
  answersEveryClient,
  DatabaseClient,
  type DatabaseClientOptions,
  type DatabaseTrack,
  type LinkDevice,
  linkErrorCode,
  ProDjLinkError,
  type ProDjLinkErrorCode,
} from '@deckcast/prodjlink';
import { messageOf } from '../../core/errors.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { backoffMs, pause, Turns, unlessAborted } from '../../core/waiting.ts';
import type { TrackRef } from './player-deck.ts';
import type { ReadingPause } from './reading-pause.ts';

export interface PlayerDatabaseOptions {
  readonly client: Omit<DatabaseClientOptions, 'asNumber'>;
  readonly pause: ReadingPause;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface LookedUpTrack {
  readonly track: DatabaseTrack;
  readonly picture: Uint8Array | undefined;
}

/**
 * Failures in a row that end queries until the device or a medium changes. A model that answers every client
 * is retried with growing pauses: its names may come from nowhere else.
 */
const ATTEMPTS = 3;
const PASSING: readonly (ProDjLinkErrorCode | undefined)[] = [
  'timeout',
  'unreachable',
  'closed',
  'not-ready',
];
const RETRY = { firstMs: 1_000, longestMs: 60_000 };
const MAX_PICTURE_BYTES = 256 * 1024;

export class PlayerDatabase {
  readonly #options: PlayerDatabaseOptions;
  #failures = 0;
  #isGivenUp = false;
  #notBefore = Number.NEGATIVE_INFINITY;
  readonly #queries = new Turns();
  readonly #closing = new AbortController();

  constructor(options: PlayerDatabaseOptions) {
    this.#options = options;
  }

  reset(): void {
    this.#failures = 0;
    this.#isGivenUp = false;
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  /** Says goodbye and sends nothing more. Never rejects. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the player is gone'));
    await this.#queries.idle();
  }

  /**
   * The session ends with a goodbye when the player is busy. Undefined if the player does not know the track,
   * does not answer, or failed too often; a model that answers every client is retried while the track is
   * wanted. Never rejects. @param isWanted checked before sending, so that no query is sent for an unloaded
   * track
   */
  track(
    device: LinkDevice,
    asNumber: number,
    ref: TrackRef,
    isWanted: () => boolean,
    wanted: AbortSignal,
  ): Promise<LookedUpTrack | undefined> {
    const signal = AbortSignal.any([wanted, this.#closing.signal]);
    const isPatient = answersEveryClient(device);
    return this.#queries.run(async () => {
      for (;;) {
        await this.#wait(signal);
        if (signal.aborted || this.#isGivenUp || !isWanted()) {
          return undefined;
        }
        const busy = this.#options.pause.begins;
        try {
          const found = await this.#query(asNumber, ref, AbortSignal.any([signal, busy]));
          this.#failures = 0;
          return found;
        } catch (error) {
          // Interrupted because the player is busy: repeated later, and no failure.
          if (signal.aborted || !busy.aborted) {
            this.#countFailure(error, device.number, signal);
            const isPassing = isPatient && PASSING.includes(linkErrorCode(error));
            this.#isGivenUp ||= this.#failures >= ATTEMPTS && !isPassing;
            if (!isPassing) {
              return undefined;
            }
          }
        }
      }
    });
  }

  async #query(asNumber: number, ref: TrackRef, signal: AbortSignal): Promise<LookedUpTrack> {
    const subject = { asNumber, slot: ref.slot, trackType: ref.type };
    const client = await DatabaseClient.open({ ...this.#options.client, asNumber }, signal);
    try {
      const track = await client.metadata(subject, ref.id, signal);
      const { artworkId } = track;
      const picture =
        artworkId === undefined ? null : await client.artwork(subject, artworkId, { large: true, signal });
      const isSmall = picture !== null && picture.length <= MAX_PICTURE_BYTES;
      return { track, picture: isSmall ? picture : undefined };
    } finally {
      await client.close();
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const waitMs = this.#notBefore - clock.monotonic();
    if (waitMs > 0) {
      await pause(clock, waitMs, signal);
    }
    await unlessAborted(this.#options.pause.over(), signal);
  }

  #countFailure(error: unknown, player: number, signal: AbortSignal): void {
    if (signal.aborted) {
      return;
    }
    const { clock, log } = this.#options;
    if (!(error instanceof ProDjLinkError)) {
      throw error;
    }
    if (error.code === 'missing') {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    this.#notBefore = clock.monotonic() + backoffMs(this.#failures, RETRY);
    log.debug('database query failed', { player, reason: messageOf(error), failures: this.#failures });
  }
}
