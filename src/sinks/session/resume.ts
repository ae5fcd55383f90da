/** Which set a run goes on with that starts now (`docs/decisions/a-set-goes-on.md`). */
import type { SessionEnd } from './store.ts';

/** A crash costs a long track, a restart of the computer, and a search for the cable. */
const CUT_OFF_WITHIN_MS = 20 * 60_000;
/** Whoever stops and starts as quickly as this has changed a setting. */
const RESTARTED_WITHIN_MS = 2 * 60_000;

/**
 * `ends`: the latest sessions, newest first. `now`: milliseconds since 1970-01-01 UTC. `runs` says whether the
 * process of this number is at work. Undefined: the run begins a set of its own.
 */
export function sessionToResume(
  ends: readonly SessionEnd[],
  now: number,
  runs: (pid: number) => boolean,
): SessionEnd | undefined {
  return ends.find(({ lastAt, endedAt, pid }) => {
    if (endedAt !== null) {
      return isWithin(now - endedAt, RESTARTED_WITHIN_MS);
    }
    return isWithin(now - lastAt, CUT_OFF_WITHIN_MS) && (pid === null || !runs(pid));
  });
}

/** Times before now and not long ago: the computer's clock may have been set. */
function isWithin(ageMs: number, limitMs: number): boolean {
  return ageMs >= 0 && ageMs <= limitMs;
}
