import type { Clock } from '../../src/core/tools.ts';
import { systemClock } from '../../src/host/clock.ts';

/** Sleeps this many times shorter than asked, so that nobody waits for the next look; time limits are as long as ever. */
export function hurriedClock(times: number): Clock {
  return { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / times, signal) };
}
