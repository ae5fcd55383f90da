/** Logs each problem and recovery of the services for art once. */

import { textOf, UpstreamError } from '../../core/errors.ts';
import { type LookupHealth, refused, refusedNext } from '../../core/health.ts';
import type { Text } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';

export type Lookup<T> = (signal: AbortSignal) => Promise<T | undefined>;

interface ServiceRecord {
  answered: number;
  lastSuccessAt?: number;
  lastError?: Text;
  lastErrorAt?: number;
  failing: boolean;
  reason?: string;
}

export class LookupHealthMonitor {
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #services = new Map<string, ServiceRecord>();

  constructor({ log, clock }: { readonly log: Logger; readonly clock: Clock }) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Failures contain no track names (`clients/http.ts`). */
  watch<T>(service: string, find: Lookup<T>): Lookup<T> {
    return async (signal) => {
      try {
        const found = await find(signal);
        this.#answered(service);
        return found;
      } catch (error) {
        if (!signal.aborted) {
          this.#failed(service, error);
        }
        throw error;
      }
    };
  }

  health(): readonly LookupHealth[] {
    return [...this.#services].map(([name, { failing: _failing, reason: _reason, ...record }]) => ({
      name,
      ...record,
    }));
  }

  #answered(service: string): void {
    const record = this.#recordOf(service);
    record.answered += 1;
    record.lastSuccessAt = this.#clock.now();
    if (record.failing) {
      record.failing = false;
      this.#log.info('art service works again', { service });
    }
  }

  #failed(service: string, error: unknown): void {
    const record = this.#recordOf(service);
    const text = textOf(error);
    const reason = String(text);
    const isRefused = error instanceof UpstreamError && error.advice === 'stop';
    if (record.failing && record.reason === reason) {
      this.#log.debug('art service still fails', { service, reason });
    } else if (isRefused) {
      this.#log.error('art service refused the credentials', { service, reason, next: refusedNext() });
    } else {
      this.#log.warn('art service failed', { service, reason });
    }
    record.failing = true;
    record.reason = reason;
    record.lastError = isRefused ? refused(text) : text;
    record.lastErrorAt = this.#clock.now();
  }

  #recordOf(service: string): ServiceRecord {
    const record = this.#services.get(service) ?? { answered: 0, failing: false };
    this.#services.set(service, record);
    return record;
  }
}
