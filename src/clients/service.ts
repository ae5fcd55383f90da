/** Retries safe requests, and pauses if the service requests it. */
import { UpstreamError } from '../core/errors.ts';
import { REFUSED_PAUSE_MS } from '../core/health.ts';
import type { Clock, Fetch } from '../core/tools.ts';
import { exchange, type HttpAnswer, type HttpRequest, StatusError } from './http.ts';

export interface ServiceTools {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** `deckcast/<version>`. */
  readonly userAgent: string;
}

/** Waits before the second and third try, each multiplied by a random number, so that clients do not retry in step. */
const BACKOFF_MS = [500, 1000];
/** Used after a 429 without a time, because such services limit the calls in a minute. */
const UNSTATED_PAUSE_MS = 60_000;
/** A call waits out a pause up to this, and fails at once during a longer one. */
const PATIENCE_MS = 60_000;

export class ServiceClient {
  readonly #name: string;
  readonly #tools: ServiceTools;
  /** `until`: monotonic. `error`: the reason. */
  #pause: { readonly until: number; readonly error: UpstreamError } | undefined;

  constructor(name: string, tools: ServiceTools) {
    this.#name = name;
    this.#tools = tools;
  }

  /** Up to three tries of a request that may be sent twice. Throws UpstreamError, or the signal's reason. */
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

  /** A refusal without credentials concerns this address only, for example because it expired. */
  async callWithoutCredentials(request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await this.call(request);
    } catch (error) {
      throw error instanceof UpstreamError && error.advice === 'stop'
        ? new UpstreamError(error.message, 'drop', { cause: error })
        : error;
    }
  }

  /** Later calls wait for the end, or fail with `error` if it is far away. */
  pause(ms: number, error: UpstreamError): void {
    const until = this.#tools.clock.monotonic() + ms;
    if (this.#pause === undefined || until > this.#pause.until) {
      this.#pause = { until, error };
    }
  }

  /** Lasts until the user changes the refused credentials. Returns the error. */
  pauseAfterRefusal(error: UpstreamError): UpstreamError {
    this.pause(REFUSED_PAUSE_MS, error);
    return error;
  }

  /** Called when settings have changed. Returns whether it was pausing. */
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
        const { message, advice } = this.#pause.error;
        throw new UpstreamError(message, advice, { retryAfterMs: left, cause: this.#pause.error });
      }
      if (left <= 0) {
        this.#pause = undefined;
        return;
      }
      await this.#tools.clock.sleep(left, signal);
    }
  }
}
