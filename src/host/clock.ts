import type { Clock } from '../core/tools.ts';
import { sleep } from '../core/waiting.ts';

/** Node would fire longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Newer Node versions warn about negative times. */
function timerMs(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_TIMER_MS);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, timerMs(ms));
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) => sleep(systemClock, ms, signal),
};
