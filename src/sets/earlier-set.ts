import { randomUUID } from 'node:crypto';
import type { EarlierSet, GetEarlierSet, SessionFile } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { SetEntry } from '../core/track.ts';
import { pause, within } from '../core/waiting.ts';

/**
 * Milliseconds that tracks wait for the lookup. Usually it takes a few, but a laptop that has just been turned on again
 * needs many seconds to start the process that looks; without it what the operator hid would be shown.
 */
const ANSWERS_WITHIN_MS = 15_000;
/** Milliseconds between attempts after that. */
const TRIED_EVERY_MS = 15_000;

export interface SetTools {
  readonly clock: Clock;
  readonly log: Logger;
}

/** The set that this run plays: its own, or that of an earlier run, which it continues. */
export class CurrentSet {
  readonly #sessions: Pick<SessionFile, 'resumableSet'>;
  readonly #tools: SetTools;
  readonly #ownId = randomUUID();
  #earlier: EarlierSet | undefined;

  constructor(sessions: Pick<SessionFile, 'resumableSet'>, tools: SetTools) {
    this.#sessions = sessions;
    this.#tools = tools;
  }

  /** The set that this run continues. */
  get earlier(): EarlierSet | undefined {
    return this.#earlier;
  }

  get id(): string {
    return this.#earlier?.id ?? this.#ownId;
  }

  /**
   * Resolves when it is known which set this run plays. When the store cannot be read, it logs why, and the run begins a new
   * set; `onLate` is called with the earlier one when the store can be read after all.
   */
  async find(onLate: (set: EarlierSet) => void, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const startedAt = clock.now();
    const read = () => this.#sessions.resumableSet(startedAt);
    const late = () => new Error(`no answer within ${ANSWERS_WITHIN_MS / 1_000} seconds`);
    const limit = { clock, ms: ANSWERS_WITHIN_MS, late };
    try {
      // Once more: the process that reads it may have been ended, by a system that is short of memory.
      this.#earlier = await within(limit, () => read().catch(read));
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      log.warn('cannot read the previous set; starting a new one', { reason: messageOf(error) });
      void this.#keepReading(read, onLate, signal);
      return;
    }
    if (this.#earlier !== undefined) {
      const { session, entries } = this.#earlier;
      log.info('continuing the earlier set', { session, tracks: entries.length });
    }
  }

  async #keepReading(
    read: () => Promise<EarlierSet | undefined>,
    onLate: (set: EarlierSet) => void,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        const set = await read();
        if (set !== undefined && !signal.aborted) {
          onLate(set);
        }
        return;
      } catch {
        await pause(this.#tools.clock, TRIED_EVERY_MS, signal);
      }
    }
  }
}

/** The set as it may be shown now. */
export function shownSet(
  set: EarlierSet | undefined,
  { viewEntry }: { viewEntry(entry: SetEntry): SetEntry },
): EarlierSet | undefined {
  return set && { ...set, entries: set.entries.map((entry) => viewEntry(entry)) };
}

/** The set as it is now, for a sink that starts in the middle of it. */
export function setSoFar(
  {
    onAir,
  }: {
    readonly onAir: {
      readonly hasBegun: boolean;
      readonly startedAt: number | undefined;
      readonly set: readonly SetEntry[];
    };
  },
  id?: string,
): GetEarlierSet {
  const { hasBegun, startedAt, set } = onAir;
  const earlier: EarlierSet | undefined =
    !hasBegun || startedAt === undefined
      ? undefined
      : { session: IN_NO_FILE, ...(id !== undefined && { id }), startedAt, entries: set, isOfThisRun: true };
  return () => earlier;
}

/** Files number their sets from 1. */
const IN_NO_FILE = 0;
