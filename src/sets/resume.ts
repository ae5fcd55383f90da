/** Which set a new run continues (`docs/decisions/a-set-goes-on.md`). */
import type { SessionEnd } from './store.ts';

/** Enough after a crash to restart the computer and find the cable. */
const CUT_OFF_WITHIN_MS = 20 * 60_000;
/** A stop and a start this close together are a restart for a setting. */
const RESTARTED_WITHIN_MS = 2 * 60_000;

/**
 * Undefined for a new set. Older sets are never continued, because they were over when the next one began. `ends`:
 * latest sessions, newest first. `now`: epoch milliseconds. `runs`: whether the process with this id at that time is
 * still running; its session belongs to another program.
 */
export function sessionToResume(
  ends: readonly SessionEnd[],
  now: number,
  runs: (pid: number, at: number) => boolean,
): SessionEnd | undefined {
  const before = ends.find(
    ({ endedAt, pid, lastAt }) => endedAt !== null || pid === null || !runs(pid, lastAt),
  );
  return before !== undefined && continues(before, now) ? before : undefined;
}

function continues({ lastAt, endedAt }: SessionEnd, now: number): boolean {
  return endedAt === null
    ? isWithin(now - lastAt, CUT_OFF_WITHIN_MS)
    : isWithin(now - endedAt, RESTARTED_WITHIN_MS);
}

/** A negative age means that the clock was set. */
function isWithin(ageMs: number, limitMs: number): boolean {
  return ageMs >= 0 && ageMs <= limitMs;
}
