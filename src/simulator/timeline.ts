/** Walks through a set's time line, again and again where the set says so. */
import type { Clock } from '../core/tools.ts';
import type { SetAction, SimulatedSet } from './set.ts';

const MS = 1_000;
/** A set that starts over sooner would keep the processor busy with nothing. */
const SHORTEST_ROUND_MS = 100;

/**
 * Performs each entry at its time. Resolves after the last one; where the set starts over, only the signal ends it.
 * Times count from the start of each round, so a late timer does not move what follows.
 */
export async function playTimeline(
  set: Pick<SimulatedSet, 'timeline' | 'repeatAfter'>,
  perform: (action: SetAction) => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const until = async (due: number): Promise<void> => {
    const wait = due - clock.monotonic();
    if (wait > 0) {
      await clock.sleep(wait, signal);
    }
    signal.throwIfAborted();
  };
  let startedAt = clock.monotonic();
  for (;;) {
    for (const { at, action } of set.timeline) {
      await until(startedAt + at * MS);
      perform(action);
    }
    if (set.repeatAfter === undefined) {
      return;
    }
    startedAt += Math.max(SHORTEST_ROUND_MS, set.repeatAfter * MS);
    await until(startedAt);
  }
}
