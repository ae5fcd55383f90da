import type { SessionEnd } from './store.ts';

/** Enough to restart the computer and find the cable. */
const CUT_OFF_WITHIN_MS = 20 * 60_000;
/** A stop and start this close are a restart for a setting. */
const RESTARTED_WITHIN_MS = 2 * 60_000;

/**
 * Undefined for a new set. Never continues older sets, which were over when the next one began. `ends`: newest first.
 * `now`: epoch milliseconds. `runs`: whether another program's process with this id since that time still runs.
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

/** The clock was set if the age is negative. */
function isWithin(ageMs: number, limitMs: number): boolean {
  return ageMs >= 0 && ageMs <= limitMs;
}
