import type { Enricher, Enrichment } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { NativeArt, Track } from '../core/track.ts';

/** Milliseconds that an enricher has, once its time is over, to hand out what it has got. */
const GRACE_MS = 100;

/**
 * Asks for the pictures of a track and calls `done` exactly once: with whatever arrived within `timeoutMs`.
 * Returns how to give up, so that `done` is not called any more; undefined when it has been called already.
 */
export function enrich(
  enricher: Enricher,
  track: Track,
  nativeArt: NativeArt | undefined,
  timeoutMs: number,
  tools: { readonly clock: Clock; readonly log: Logger },
  done: (pictures: Enrichment) => void,
): (() => void) | undefined {
  const abort = new AbortController();
  const found = enricher.enrich(track, nativeArt, abort.signal);
  if (!(found instanceof Promise)) {
    done(found);
    return undefined;
  }
  let cancel = tools.clock.after(timeoutMs, () => {
    cancel = tools.clock.after(GRACE_MS, () => finish({}));
    abort.abort(new Error('the time for art and codes is over'));
  });
  let finished = false;

  function finish(pictures: Enrichment): void {
    if (!finished) {
      finished = true;
      cancel();
      done(pictures);
    }
  }

  found.then(finish, (error: unknown) => {
    tools.log.warn('art could not be fetched', { reason: messageOf(error) });
    finish({});
  });

  return () => {
    finished = true;
    cancel();
    abort.abort(new Error('the pictures are no longer wanted'));
  };
}
