/** Decides which set a run that starts now continues (`docs/decisions/a-set-goes-on.md`). */
import type { SessionEnd } from './store.ts';

/** A crash may cost a restart of the computer and a search for the cable. */
const CUT_OFF_WITHIN_MS = 20 * 60_000;
/** A stop and a start this close together mean that a setting was changed. */
const RESTARTED_WITHIN_MS = 2 * 60_000;

/**
 * `ends`: the latest sessions, newest first. `now`: milliseconds since 1970-01-01 UTC. `runs` returns whether the
 * process that had this number at that time still runs: then the session belongs to a program beside this one. Undefined:
 * the run begins a new set. An older set is never continued: it was over when the one after it began.
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

/** Negative ages do not count: the computer's clock may have been set. */
function isWithin(ageMs: number, limitMs: number): boolean {
  return ageMs >= 0 && ageMs <= limitMs;
}
