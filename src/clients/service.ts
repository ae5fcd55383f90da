/** Retries safe requests, and pauses when the service asks for it. */

import { UpstreamError } from '../core/errors.ts';
import { REFUSED_PAUSE_MS } from '../core/health.ts';
import type { Text } from '../core/message.ts';
import type { Clock, Fetch } from '../core/tools.ts';
import { exchange, type HttpAnswer, type HttpRequest, StatusError } from './http.ts';

export interface ServiceTools {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** `deckcast/<version>`. */
  readonly userAgent: string;
}

/** Times a random number, so that clients do not retry in step. */
const BACKOFF_MS = [500, 1000];
/** Pause after a 429 without a time: such services limit calls per minute. */
const UNSTATED_PAUSE_MS = 60_000;
/** Calls wait out a shorter pause, and fail at once during a longer one. */
const PATIENCE_MS = 60_000;

export class ServiceClient {
  readonly #name: Text;
  readonly #tools: ServiceTools;
  /** `until`: monotonic. */
  #pause: { readonly until: number; readonly error: UpstreamError } | undefined;

  constructor(name: Text, tools: ServiceTools) {
    this.#name = name;
    this.#tools = tools;
  }

  /**
   * Tries up to three times, so the request may arrive twice. Throws UpstreamError, or the signal's reason.
   */
  async call(request: HttpRequest): Promise<HttpAnswer> {
    const headers = { 'user-agent': this.#tools.userAgent, ...request.headers };
    for (let failed = 0; ; failed++) {
      await this.#untilAllowed(request.signal);
      try {
        return await exchange(this.#name, { ...request, headers }, this.#tools);
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.advice !== 'retry') {
          throw error;
        }
        if (error.retryAfterMs !== undefined) {
          this.pause(error.retryAfterMs, error);
        } else if (error instanceof StatusError && error.status === 429) {
          this.pause(UNSTATED_PAUSE_MS, error);
        }
        const backoff = BACKOFF_MS[failed];
        if (backoff === undefined) {
          throw error;
        }
        await this.#tools.clock.sleep(backoff * Math.random(), request.signal);
      }
    }
  }

  /** A refusal without credentials concerns only this address, perhaps an expired one. */
  async callWithoutCredentials(request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await this.call(request);
    } catch (error) {
      throw error instanceof UpstreamError && error.advice === 'stop'
        ? new UpstreamError(error.text, 'drop', { cause: error })
        : error;
    }
  }

  /** Later calls wait, or fail with `error` if the end is far away. */
  pause(ms: number, error: UpstreamError): void {
    const until = this.#tools.clock.monotonic() + ms;
    if (this.#pause === undefined || until > this.#pause.until) {
      this.#pause = { until, error };
    }
  }

  /** Ends when the user changes the refused credentials. Returns the error. */
  pauseAfterRefusal(error: UpstreamError): UpstreamError {
    this.pause(REFUSED_PAUSE_MS, error);
    return error;
  }

  /** Called after changes of settings. Returns whether it was pausing. */
  endRefusalPause(): boolean {
    const wasRefused = this.#pause?.error.advice === 'stop';
    if (wasRefused) {
      this.#pause = undefined;
    }
    return wasRefused;
  }

  async #untilAllowed(signal: AbortSignal): Promise<void> {
    while (this.#pause !== undefined) {
      const left = this.#pause.until - this.#tools.clock.monotonic();
      if (left > PATIENCE_MS) {
        const { text, advice } = this.#pause.error;
        throw new UpstreamError(text, advice, { retryAfterMs: left, cause: this.#pause.error });
      }
      if (left <= 0) {
        this.#pause = undefined;
        return;
      }
      await this.#tools.clock.sleep(left, signal);
    }
  }
}
