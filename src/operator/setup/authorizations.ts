import type {
  CodeAuthorization,
  PendingAuthorization,
  ReturningAuthorization,
} from '../../core/contracts/part.ts';
import { RunError, textOf } from '../../core/errors.ts';
import { evictOldest } from '../../core/evict.ts';
import { say, type Text } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import type { Service } from '../../host/lifetime.ts';

const VALID_MS = 15 * 60_000;
const MOST = 10;

export interface RequestedCode {
  readonly page: string;
  readonly code: string;
  /** Sentence for users; absent while pending. */
  readonly refused?: Text;
}

export interface Authorizations extends Service {
  /** `use`: gets the settings that follow from a device code; rejects with an error for users. */
  begin(
    part: string,
    pending: PendingAuthorization,
    use: (settings: Readonly<Record<string, string>>) => Promise<void>,
  ): void;
  /** Rejects with an error for users if the answer belongs to no pending authorization, or the service refuses. */
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
  codeOf(part: string): RequestedCode | undefined;
}

export function createAuthorizations({ monotonic }: Pick<Clock, 'monotonic'>): Authorizations {
  /** Keyed by the state that the answer repeats; oldest first. */
  const waiting = new Map<string, { readonly pending: ReturningAuthorization; readonly ends: number }>();
  const codes = new Map<string, RequestedCode & { readonly stop: AbortController }>();
  const waitsForCode = new Set<Promise<void>>();

  function waitForCode(
    part: string,
    { page, code, given }: CodeAuthorization,
    use: (settings: Readonly<Record<string, string>>) => Promise<void>,
  ): void {
    // Only the newest, because codes are polled.
    codes.get(part)?.stop.abort();
    const requested = { page: page.href, code, stop: new AbortController() };
    codes.set(part, requested);
    const end = (refused?: Text): void => {
      if (codes.get(part) !== requested) {
        return;
      }
      codes.delete(part);
      if (refused !== undefined) {
        codes.set(part, { ...requested, refused });
      }
    };
    const answered = given(requested.stop.signal)
      .then(use)
      .then(
        () => end(),
        (error: unknown) => end(textOf(error)),
      )
      .finally(() => waitsForCode.delete(answered));
    waitsForCode.add(answered);
  }

  return {
    name: 'authorizations',
    begin(part, pending, use) {
      if ('code' in pending) {
        waitForCode(part, pending, use);
        return;
      }
      waiting.set(pending.state, { pending, ends: monotonic() + VALID_MS });
      evictOldest(waiting, MOST);
    },
    async finish(answer, signal) {
      const state = answer.get('state') ?? '';
      const found = waiting.get(state);
      // Usable once.
      waiting.delete(state);
      if (found === undefined || monotonic() >= found.ends) {
        throw new RunError(say('set-up.does-not-belong-authorization-deckcast'));
      }
      await found.pending.finish(answer, signal);
    },
    codeOf: (part) => codes.get(part),
    async run(signal) {
      await untilAborted(signal);
      for (const { stop } of codes.values()) {
        stop.abort();
      }
      await Promise.all(waitsForCode);
    },
  };
}
