import { UpstreamError } from '../core/errors.ts';
import type { Clock } from '../core/tools.ts';

/** Longer pauses are handed to whoever retries, so that a delivery never seems to hang. */
const PATIENCE_MS = 5_500;

/** Keeps the distance between messages that a service asks for, so that it need not refuse them. */
export class Throttle {
  readonly #service: string;
  readonly #clock: Clock;
  /** On the monotonic clock. */
  #notBefore = 0;

  constructor(service: string, clock: Clock) {
    this.#service = service;
    this.#clock = clock;
  }

  /** The next message must not leave earlier than `ms` milliseconds from now. */
  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#clock.monotonic() + ms);
  }

  /** Resolves when a message may leave. Throws UpstreamError (`retry`) when that is far away. */
  async acquire(signal: AbortSignal): Promise<void> {
    const left = this.#notBefore - this.#clock.monotonic();
    if (left > PATIENCE_MS) {
      throw new UpstreamError(`${this.#service} asks for a pause`, 'retry', { retryAfterMs: left });
    }
    if (left > 0) {
      await this.#clock.sleep(left, signal);
    }
  }
}
