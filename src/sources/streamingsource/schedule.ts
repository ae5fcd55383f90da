/**
 * The service cannot push, and limits calls over 30 seconds without saying how. While a track plays, ten
 * calls in that time notice every change within five seconds. An idle account needs fewer.
 */
import type { AccountPlayer } from '../../clients/account/playing.ts';

type Seen = Awaited<ReturnType<AccountPlayer['now']>>;

const PLAYING_MS = 3000;
/** Polls just after a track's end. */
const AFTER_END_MS = 500;
const SHORTEST_MS = 1000;
const IDLE_MS = 4500;
/** An account idle for this long is polled less often. */
const LONG_IDLE_AFTER_MS = 30 * 60_000;
const LONG_IDLE_MS = 10_000;

export const RETRY = { firstMs: 5_000, longestMs: 60_000 };

export function nextCallMs(seen: Seen, idleMs: number): number {
  if (seen.is === 'unnamed') {
    return PLAYING_MS;
  }
  if (seen.is === 'nothing' || !seen.playing) {
    return idleMs < LONG_IDLE_AFTER_MS ? IDLE_MS : LONG_IDLE_MS;
  }
  // The service may report the old track after its end.
  const nearEnd = seen.leftMs > AFTER_END_MS && seen.leftMs + AFTER_END_MS < PLAYING_MS;
  return nearEnd ? Math.max(SHORTEST_MS, seen.leftMs + AFTER_END_MS) : PLAYING_MS;
}
