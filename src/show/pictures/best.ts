import { unlessAborted } from '../../core/waiting.ts';
import type { MaybePromise } from './maybe.ts';

/**
 * First result in order of preference, as soon as all before it have none or failed. When the signal fires, the first
 * that has arrived.
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
    // Failures are logged already (`lookup-health.ts`) and count as "none" here.
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
