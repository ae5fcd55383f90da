import type { AccountPlayer, Playing } from '../../clients/account/playing.ts';
import { RefusedError } from '../../clients/account/token.ts';
import { StatusError } from '../../clients/http.ts';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import { textOf, UpstreamError } from '../../core/errors.ts';
import type { SourceHealth } from '../../core/health.ts';
import { REFUSED_PAUSE_MS, refused } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import { PlayEnd } from '../../core/play-end.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import type { NativeArt } from '../../core/track.ts';
import { backoffMs, pause } from '../../core/waiting.ts';
import { PlayIds } from '../shared/play-ids.ts';
import type { Authorization } from './authorization.ts';
import { nextCallMs, RETRY } from './schedule.ts';

const WATCHING = say('streamingsource.streaming-account-spotify');
const DAY_MS = 24 * 60 * 60_000;
/** The set-up page or `streaming setup` may write a new token after a refusal. */
const TOKEN_POLL_MS = 2_000;
/** Pause after a 429 without a time: calls are counted over 30 seconds. */
const UNSTATED_PAUSE_MS = 30_000;
/** A 429 may request zero seconds. */
const SHORTEST_PAUSE_MS = 3000;

export interface StreamingSourceTools {
  readonly player: AccountPlayer;
  readonly authorization: Authorization;
  readonly clock: Clock;
  readonly log: Logger;
}

export class StreamingSource implements Source {
  readonly #tools: StreamingSourceTools;
  readonly #plays: PlayIds;
  #onAir: string | undefined;
  #failures = 0;
  #playedAt: number;
  readonly #expiry: Once;
  #lastHeardAt: number | undefined;
  #problem: Text | undefined;
  #refusalPause = new AbortController();

  constructor(tools: StreamingSourceTools) {
    this.#tools = tools;
    this.#plays = new PlayIds('streamingsource', tools.clock);
    this.#playedAt = tools.clock.monotonic();
    this.#expiry = new Once({ lasts: { ms: DAY_MS, clock: tools.clock } });
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    this.#tools.log.info('watching streaming account', { source: 'streamingsource' });
    const end = new PlayEnd(this.#tools.clock, listener);
    while (!signal.aborted) {
      const waitMs = await this.#poll(end, signal);
      await pause(this.#tools.clock, waitMs, signal);
    }
    end.close();
  }

  settingsChanged(): void {
    this.#tools.authorization.settingsChanged();
    this.#refusalPause.abort();
    this.#refusalPause = new AbortController();
  }

  health(): SourceHealth {
    const days = this.#tools.authorization.endsInDays();
    return {
      watching: WATCHING,
      lastHeardAt: this.#lastHeardAt,
      problem: this.#problem,
      details:
        days === undefined
          ? undefined
          : [
              {
                name: say('streamingsource.authorization'),
                state: say('streamingsource.ends-days', { days }),
              },
            ],
    };
  }

  async #poll(end: PlayEnd, signal: AbortSignal): Promise<number> {
    const { clock } = this.#tools;
    try {
      const seen = await this.#now(signal);
      this.#recover();
      this.#warnOfExpiry();
      const playing = seen.is === 'track' && seen.playing ? seen : undefined;
      if (seen.is === 'unnamed' || playing !== undefined) {
        this.#playedAt = clock.monotonic();
      }
      if (playing !== undefined) {
        this.#announce(playing, end);
      } else {
        end.stopped();
      }
      return nextCallMs(seen, clock.monotonic() - this.#playedAt);
    } catch (error) {
      if (signal.aborted) {
        return 0;
      }
      if (!(error instanceof UpstreamError)) {
        throw error;
      }
      return this.#fail(error, signal);
    }
  }

  /** Renews a rejected access token once. */
  async #now(signal: AbortSignal): ReturnType<AccountPlayer['now']> {
    const { authorization, player } = this.#tools;
    const token = await authorization.accessToken(signal);
    try {
      return await player.now(token, signal);
    } catch (error) {
      if (!(error instanceof StatusError) || error.status !== 401) {
        throw error;
      }
      authorization.forget(token);
      return player.now(await authorization.accessToken(signal), signal);
    }
  }

  #announce({ uri, track, imageUrl }: Playing, end: PlayEnd): void {
    const identity = uri === '' ? `${track.artist}\0${track.title}` : uri;
    if (identity === this.#onAir) {
      end.goesOn();
      return;
    }
    this.#onAir = identity;
    const nativeArt: NativeArt | undefined =
      imageUrl === undefined ? undefined : (signal) => this.#tools.player.image(imageUrl, signal);
    end.announce(this.#plays.next(track, { nativeArt }));
  }

  #recover(): void {
    this.#lastHeardAt = this.#tools.clock.now();
    this.#failures = 0;
    if (this.#problem !== undefined) {
      this.#problem = undefined;
      this.#tools.log.info('streaming account answers again');
    }
  }

  #warnOfExpiry(): void {
    const days = this.#tools.authorization.endsInDays();
    if (days !== undefined && this.#expiry.begins()) {
      this.#tools.log.warn('authorization of the streaming account ends soon', {
        days,
        hint: 'renew it on the set-up page, or with: deckcast streaming setup',
      });
    }
  }

  async #fail(error: UpstreamError, signal: AbortSignal): Promise<number> {
    this.#failures += 1;
    if (error.advice === 'stop') {
      this.#report(this.#refusal(error));
      return this.#pause(error, AbortSignal.any([signal, this.#refusalPause.signal]));
    }
    if (error instanceof StatusError && error.status === 429) {
      const waitMs = Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? UNSTATED_PAUSE_MS);
      this.#report(say('streamingsource.requests-pause', { seconds: Math.ceil(waitMs / 1000) }), 'warn');
      return waitMs;
    }
    this.#report(textOf(error), 'warn');
    return backoffMs(this.#failures, RETRY);
  }

  #refusal(error: UpstreamError): Text {
    if (error instanceof RefusedError && error.what === 'authorization') {
      return this.#tools.authorization.neverRefused
        ? say('streamingsource.not-authorized-yet')
        : say('streamingsource.authorization-ended');
    }
    if (error instanceof RefusedError) {
      return refused(say('streamingsource.refuses-app'));
    }
    if (error instanceof StatusError && error.status === 403) {
      return refused(say('streamingsource.account-not-readable'));
    }
    return refused(textOf(error));
  }

  /** Logs a problem once, until a call succeeds. */
  #report(problem: Text, level: 'warn' | 'error' = 'error'): void {
    if (String(this.#problem) !== String(problem)) {
      this.#problem = problem;
      this.#tools.log[level]('the streaming account cannot be read', { reason: problem });
    }
  }

  /** Ends with the pause, a change of settings, or a token that was not rejected. */
  async #pause(error: UpstreamError, signal: AbortSignal): Promise<number> {
    const { authorization, clock } = this.#tools;
    const needsToken = error instanceof RefusedError && error.what === 'authorization';
    const until = clock.monotonic() + REFUSED_PAUSE_MS;
    while (
      !signal.aborted &&
      clock.monotonic() < until &&
      !(needsToken && (await authorization.hasUsableToken()))
    ) {
      const left = until - clock.monotonic();
      await pause(clock, needsToken ? Math.min(TOKEN_POLL_MS, left) : left, signal);
    }
    authorization.allowRefused();
    return 0;
  }
}
