import { unlessAborted } from '../../core/waiting.ts';
import type { MaybePromise } from './maybe.ts';

/**
 * First result in order of preference once all before it have none or failed; at the signal, the first that has
 * arrived.
 */
export function bestOf<Found>(
  sought: readonly MaybePromise<Found | undefined>[],
  signal: AbortSignal,
): MaybePromise<Found | undefined> {
  const decided = sought.findIndex((found) => found !== undefined);
  const best = sought[decided];
  return best instanceof Promise ? firstArrived(sought.slice(decided), signal) : best;
}

async function firstArrived<Found>(
  sought: readonly MaybePromise<Found | undefined>[],
  signal: AbortSignal,
): Promise<Found | undefined> {
  const arrived = sought.map((found) => (found instanceof Promise ? undefined : found));
  const arrivals = sought.map(async (found, at) => {
    // Logged by `lookup-health.ts`; counts as "none".
    arrived[at] = await Promise.resolve(found).catch(() => undefined);
  });
  for (const [at, answer] of arrivals.entries()) {
    await unlessAborted(answer, signal);
    if (signal.aborted || arrived[at] !== undefined) {
      break;
    }
  }
  return arrived.find((found) => found !== undefined);
}
