import { UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { Clock } from '../core/tools.ts';

/** Longest pause that a call waits out. A longer one fails the call, so that a delivery never seems to hang. */
const PATIENCE_MS = 5_500;

/** Spaces messages as a service requires, so that it does not refuse them. */
export class Throttle {
  readonly #service: string;
  readonly #clock: Clock;
  /** Monotonic time. */
  #notBefore = 0;

  constructor(service: string, clock: Clock) {
    this.#service = service;
    this.#clock = clock;
  }

  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#clock.monotonic() + ms);
  }

  /** Resolves when a message may be sent. Throws UpstreamError (`retry`) if that is far away. */
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
