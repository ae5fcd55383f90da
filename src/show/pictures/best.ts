import type { Picture } from '../../core/track.ts';
import { unlessAborted } from '../../core/waiting.ts';
import type { MaybePromise } from './maybe.ts';

/**
 * The first picture in the order of preference, as soon as all sources before it have none or failed. When the signal
 * fires, the first of those that have arrived.
 */
export function bestOf(
  sought: readonly MaybePromise<Picture | undefined>[],
  signal: AbortSignal,
): MaybePromise<Picture | undefined> {
  const decided = sought.findIndex((picture) => picture !== undefined);
  const best = sought[decided];
  return best instanceof Promise ? firstArrived(sought.slice(decided), signal) : best;
}

async function firstArrived(
  sought: readonly MaybePromise<Picture | undefined>[],
  signal: AbortSignal,
): Promise<Picture | undefined> {
  const arrived = sought.map((picture) => (picture instanceof Promise ? undefined : picture));
  const arrivals = sought.map(async (picture, at) => {
    // Failures are in the log already (`lookup-health.ts`); for the choice they are "none".
    arrived[at] = await Promise.resolve(picture).catch(() => undefined);
  });
  for (const [at, answer] of arrivals.entries()) {
    await unlessAborted(answer, signal);
    if (signal.aborted || arrived[at] !== undefined) {
      break;
    }
  }
  return arrived.find((picture) => picture !== undefined);
}
