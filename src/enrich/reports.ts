/** Says once what is wrong with a service, and once that it works again. */
import { messageOf, UpstreamError } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';

export type Find<T> = (signal: AbortSignal) => Promise<T | undefined>;

export class Reports {
  readonly #log: Logger;
  /** What each failing service said last. */
  readonly #failing = new Map<string, string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The same look-up, with its failures in the log. They hold no names: see `clients/http.ts`. */
  watch<T>(service: string, find: Find<T>): Find<T> {
    return async (signal) => {
      try {
        const found = await find(signal);
        if (this.#failing.delete(service)) {
          this.#log.info('a service for art works again', { service });
        }
        return found;
      } catch (error) {
        if (!signal.aborted) {
          this.#failed(service, error);
        }
        throw error;
      }
    };
  }

  #failed(service: string, error: unknown): void {
    const reason = messageOf(error);
    const refused = error instanceof UpstreamError && error.advice === 'stop';
    if (this.#failing.get(service) === reason) {
      this.#log.debug('a service for art fails still', { service, reason });
    } else if (refused) {
      this.#log.error('a service for art refuses its credentials', { service, reason });
    } else {
      this.#log.warn('a service for art fails', { service, reason });
    }
    this.#failing.set(service, reason);
  }
}
