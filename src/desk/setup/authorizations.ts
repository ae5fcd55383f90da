/** The authorizations that were requested and are not given yet. */
import type { PendingAuthorization } from '../../core/contracts.ts';
import { RunError } from '../../core/errors.ts';
import { evictOldest } from '../../core/evict.ts';
import type { Clock } from '../../core/tools.ts';

/** Milliseconds in which the user has to answer. */
const VALID_MS = 15 * 60_000;
/** Asked for at once: the button may be pressed again. */
const MOST = 10;

export interface Authorizations {
  /** From now on the service's answer is waited for; the page on which the user agrees. */
  begin(pending: PendingAuthorization): URL;
  /** Rejects with an error for people: it belongs to no authorization that is waited for, or the service says no. */
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
}

export function createAuthorizations({ monotonic }: Pick<Clock, 'monotonic'>): Authorizations {
  /** By the state that the answer repeats; the oldest first. */
  const waiting = new Map<string, { readonly pending: PendingAuthorization; readonly ends: number }>();
  return {
    begin(pending) {
      waiting.set(pending.state, { pending, ends: monotonic() + VALID_MS });
      evictOldest(waiting, MOST);
      return pending.page;
    },
    async finish(answer, signal) {
      const state = answer.get('state') ?? '';
      const found = waiting.get(state);
      // An answer counts once.
      waiting.delete(state);
      if (found === undefined || monotonic() >= found.ends) {
        throw new RunError(
          'this does not belong to an authorization that deckcast requested in the last minutes: begin again on the set-up page',
        );
      }
      await found.pending.finish(answer, signal);
    },
  };
}
