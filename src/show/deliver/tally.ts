import { refusedPauseMs, textOf } from '../../core/errors.ts';
import { REFUSED_PAUSE_MS, refused, refusedNext, type SinkHealth } from '../../core/health.ts';
import type { Text } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import type { Clock, Logger } from '../../core/tools.ts';

/** Reasons may name changing numbers. */
const REASONS_LOGGED = 5;

/** The queue's reaction to a failed attempt. `stop`: it sends nothing until the pause is over. */
export type FailureAction = 'retry' | 'drop' | 'stop';

type Failure = Required<Pick<SinkHealth, 'lastError' | 'lastErrorAt'>>;

/** Counts and logs how deliveries of one sink ended. */
export class Tally {
  readonly #sink: string;
  readonly #log: Logger;
  readonly #clock: Clock;
  #delivered = 0;
  #dropped = 0;
  #failed = 0;
  #lastSuccessAt: number | undefined;
  #lastError: Failure | undefined;
  /** Outlives check-ups: only a delivery, another test or other settings show that the receiver takes tracks. */
  #failedTest: Failure | undefined;
  #isFailing = false;
  /** Logged since the last success. */
  readonly #reasons = new Once({ most: REASONS_LOGGED });
  /** Dropped since the last success. */
  #missed = 0;

  constructor(sink: string, { log, clock }: { readonly log: Logger; readonly clock: Clock }) {
    this.#sink = sink;
    this.#log = log;
    this.#clock = clock;
  }

  get hasDelivered(): boolean {
    return this.#delivered > 0;
  }

  get taken(): Pick<SinkHealth, 'delivered' | 'lastSuccessAt'> {
    return {
      delivered: this.#delivered,
      ...(this.#lastSuccessAt !== undefined && { lastSuccessAt: this.#lastSuccessAt }),
    };
  }

  get failures(): Pick<SinkHealth, 'dropped' | 'failed' | 'lastError' | 'lastErrorAt'> {
    return { dropped: this.#dropped, failed: this.#failed, ...(this.#failedTest ?? this.#lastError) };
  }

  delivered(): void {
    this.#delivered += 1;
    this.#lastSuccessAt = this.#clock.now();
    this.#failedTest = undefined;
    this.#recovered();
  }

  /** The sink can deliver, but the receiver got nothing. */
  works(): void {
    this.#lastError = undefined;
    this.#recovered();
  }

  #recovered(): void {
    if (this.#isFailing) {
      this.#log.info('delivery works again', {
        sink: this.#sink,
        ...(this.#missed > 0 && { missed: this.#missed }),
      });
      this.#isFailing = false;
      this.#reasons.ends();
      this.#missed = 0;
    }
  }

  /** A user's test failed with this error, or no failed test counts any more. */
  tested(lastError?: Text): void {
    this.#failedTest = lastError === undefined ? undefined : { lastError, lastErrorAt: this.#clock.now() };
  }

  failed(error: unknown, action: FailureAction): void {
    this.#failed += 1;
    const reason = textOf(error);
    this.report(reason, action, refusedPauseMs(error));
    if (action === 'drop') {
      this.drop(String(reason));
    }
  }

  /** Logs each refusal, and other reasons once each until a success. */
  report(reason: Text, action: FailureAction, pauseMs = REFUSED_PAUSE_MS): void {
    const lastError = action === 'stop' ? refused(reason, pauseMs) : reason;
    this.#lastError = { lastError, lastErrorAt: this.#clock.now() };
    if (action === 'stop') {
      this.#isFailing = true;
      this.#log.error('sink paused', { sink: this.#sink, reason, next: refusedNext(pauseMs) });
    } else if (this.#reasons.begins(String(reason))) {
      this.#isFailing = true;
      this.#log.warn('delivery failed', {
        sink: this.#sink,
        reason,
        next: action === 'retry' ? 'try again' : 'skip',
      });
    }
  }

  drop(reason: string): void {
    this.skip(1);
    this.#log.warn('publication dropped', { sink: this.#sink, reason, count: this.#missed });
  }

  skip(count: number): void {
    this.#dropped += count;
    this.#missed += count;
  }
}
