import type { EarlierSet, GetEarlierSet, SessionFile } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { SetEntry } from '../core/track.ts';
import { within } from '../core/waiting.ts';

/** A program that starts with the computer may wait for days: a first track later than this begins a new set. */
const FIRST_TRACK_WITHIN_MS = 20 * 60_000;

/**
 * Milliseconds that the start waits for the lookup. Usually it takes a few, but a laptop that has just been turned on again
 * needs many seconds to start the process that looks; without it what the operator hid would be shown.
 */
const ANSWERS_WITHIN_MS = 15_000;

export interface FoundSet {
  readonly earlierSet: GetEarlierSet;
  /** The set that goes on if the first track comes now. It decides nothing. */
  readonly expectedSet: () => EarlierSet | undefined;
}

/** Finds the set that this run continues. When that cannot be read, it logs why, and the run begins a new set. */
export async function findEarlierSet(
  sessions: Pick<SessionFile, 'resumableSet'>,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<FoundSet> {
  const late = () => new Error(`no answer within ${ANSWERS_WITHIN_MS / 1_000} seconds`);
  const limit = { clock, ms: ANSWERS_WITHIN_MS, late };
  const read = () => sessions.resumableSet(clock.now());
  // Once more: the process that reads it may have been ended, by a system that is short of memory.
  const found = await within(limit, () => read().catch(read)).catch((error: unknown) => {
    log.warn('cannot read the previous set; starting a new one', { reason: messageOf(error) });
    return undefined;
  });
  const foundAt = clock.now();
  let decided: { readonly set: EarlierSet | undefined } | undefined;

  function expectedSet(): EarlierSet | undefined {
    const waited = clock.now() - foundAt;
    return waited >= 0 && waited <= FIRST_TRACK_WITHIN_MS ? found : undefined;
  }

  function earlierSet(): EarlierSet | undefined {
    if (decided === undefined) {
      decided = { set: expectedSet() };
      if (decided.set !== undefined) {
        const { session, entries } = decided.set;
        log.info('continuing the earlier set', { session, tracks: entries.length });
      }
    }
    return decided.set;
  }

  return { earlierSet, expectedSet };
}

/** The set as it may be shown now. */
export function shownSet(
  set: EarlierSet | undefined,
  { viewEntry }: { viewEntry(entry: SetEntry): SetEntry },
): EarlierSet | undefined {
  return set && { ...set, entries: set.entries.map((entry) => viewEntry(entry)) };
}

/** The set as it is now, for a sink that starts in the middle of it. */
export function setSoFar({
  onAir,
}: {
  readonly onAir: {
    readonly hasBegun: boolean;
    readonly startedAt: number | undefined;
    readonly set: readonly SetEntry[];
  };
}): GetEarlierSet {
  const { hasBegun, startedAt, set } = onAir;
  const earlier =
    !hasBegun || startedAt === undefined ? undefined : { session: IN_NO_FILE, startedAt, entries: set };
  return () => earlier;
}

/** Files number their sets from 1. */
const IN_NO_FILE = 0;
