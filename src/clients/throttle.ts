import { UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { Clock } from '../core/tools.ts';

/** A longer pause fails a call, so that a delivery never seems to hang. */
const PATIENCE_MS = 5_500;

export class Throttle {
  readonly #service: string;
  readonly #clock: Clock;
  /** Monotonic. */
  #notBefore = 0;

  constructor(service: string, clock: Clock) {
    this.#service = service;
    this.#clock = clock;
  }

  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#clock.monotonic() + ms);
  }

  /** Throws UpstreamError (`retry`) during a long pause. */
  async acquire(signal: AbortSignal): Promise<void> {
    const left = this.#notBefore - this.#clock.monotonic();
    if (left > PATIENCE_MS) {
      throw new UpstreamError(say('throttle.requests-pause', { service: this.#service }), 'retry', {
        retryAfterMs: left,
      });
    }
    if (left > 0) {
      await this.#clock.sleep(left, signal);
    }
  }
}
