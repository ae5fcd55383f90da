import { systemClock as timers } from '@deckcast/wire-kit';
import type { Clock } from '../core/tools.ts';
import { sleep } from '../core/waiting.ts';

export const systemClock: Clock = {
  ...timers,
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(systemClock, ms, signal),
};
