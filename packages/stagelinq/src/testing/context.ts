import { silentLogger, systemClock, type WireClock } from '@deckcast/wire-kit';
import { CoalescedTimer } from '../coalesced-timer.ts';
import {
  type ConnectionContext,
  DEFAULT_LIMITS,
  DEFAULT_TIMEOUTS,
  type Limits,
  type Timeouts,
} from '../context.ts';
import { DEFAULT_TOKEN } from '../token.ts';

/** Defaults with a test's changes. */
export function testContext(
  timeouts: Partial<Timeouts> = {},
  limits: Partial<Limits> = {},
  clock: WireClock = systemClock,
): ConnectionContext {
  return {
    token: DEFAULT_TOKEN,
    limits: { ...DEFAULT_LIMITS, ...limits },
    timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts },
    log: silentLogger,
    clock,
    timer: new CoalescedTimer(clock),
  };
}
