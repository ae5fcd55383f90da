import type { Clock } from '../../src/core/tools.ts';
import { systemClock } from '../../src/host/clock.ts';

/** Divides sleeps by `times`, so that tests don't wait for polls. Time limits stay unchanged. */
export function hurriedClock(times: number): Clock {
  return { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / times, signal) };
}
