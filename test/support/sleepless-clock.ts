import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/core/tools.ts';

/**
 * A clock on which nobody sleeps: a sleep is over at once, and time has moved on by it. Waits that a service asks
 * for take no test's time, and time limits are as long as on a real clock, so that a busy machine breaks none.
 * For one sleeper at a time: the sleeps of two would add up.
 */
export function sleeplessClock(): Clock {
  const startedAt = Date.UTC(2026, 0, 1, 20);
  const origin = performance.now();
  let slept = 0;
  const monotonic = (): number => performance.now() - origin + slept;
  return {
    now: () => startedAt + monotonic(),
    monotonic,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept += ms;
      await nextTurn();
      signal?.throwIfAborted();
    },
  };
}
