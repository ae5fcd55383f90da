import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/core/tools.ts';

/**
 * Clock whose sleeps end at once and advance it. Waits that a service asks for cost a test no time, and time limits
 * stay real, so that a busy machine exceeds none.
 * For one sleeper at a time, because the sleeps of two would add up.
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
