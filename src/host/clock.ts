import type { Clock } from '../core/tools.ts';
import { sleep } from '../core/waiting.ts';

/** Node fires a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Node accepts a negative time, but newer versions warn about it on the terminal. */
function timerMs(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_TIMER_MS);
}

/** The computer's own clock. A pending timer keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, timerMs(ms));
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) => sleep(systemClock, ms, signal),
};
