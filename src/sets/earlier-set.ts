import { randomUUID } from 'node:crypto';
import type { EarlierSet, GetEarlierSet, SessionFile } from '../core/contracts/set.ts';
import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { type Publication, type SetEntry, withoutRemoved } from '../core/track.ts';
import { pause, within } from '../core/waiting.ts';
import type { SetPage } from './page/set-page.ts';

/**
 * Usually milliseconds, but a laptop after a restart needs many seconds to start the process. Tracks wait, because
 * without the lookup one hidden by hand would be shown.
 */
const ANSWERS_WITHIN_MS = 15_000;
const TRIED_EVERY_MS = 15_000;

export interface SetTools {
  readonly clock: Clock;
  readonly log: Logger;
}

export class CurrentSet {
  readonly #sessions: Pick<SessionFile, 'resumableSet'>;
  readonly #tools: SetTools;
  /** Ids of this run's sets, by `Publication.set`. */
  readonly #ids = new Map<number, string>();
  #earlier: EarlierSet | undefined;
  #isKnown = false;
  #pipeline: Views | undefined;
  #noteShown = (): void => undefined;
  /** Resolves once outputs have the set that goes on, or know that none does. */
  readonly isShown = new Promise<void>((resolve) => {
    this.#noteShown = resolve;
  });

  constructor(sessions: Pick<SessionFile, 'resumableSet'>, tools: SetTools) {
    this.#sessions = sessions;
    this.#tools = tools;
  }

  get earlier(): EarlierSet | undefined {
    return this.#earlier;
  }

  /** False while the earlier set is still being read. */
  get isNew(): boolean {
    return this.#isKnown && this.#earlier === undefined;
  }

  /** Masked as of now; undefined before `connect`. */
  readonly shown: GetEarlierSet = ({ set } = {}) =>
    set === undefined
      ? this.#earlier && this.#pipeline && shownSet(this.#earlier, this.#pipeline)
      : undefined;

  connect(pipeline: Views): void {
    this.#pipeline = pipeline;
  }

  noteShown(): void {
    this.#noteShown();
  }

  readonly id = ({ set = 0 }: Pick<Publication, 'set'>): string => {
    const earlier = set === 0 ? this.#earlier?.id : undefined;
    const id = earlier ?? this.#ids.get(set) ?? randomUUID();
    this.#ids.set(set, id);
    return id;
  };

  /**
   * Resolves once this run's set is known. If the store cannot be read, logs why and begins a new set; `onLate` gets
   * the earlier set later.
   */
  async find(onLate: (set: EarlierSet) => void, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const startedAt = clock.now();
    const read = () => this.#sessions.resumableSet(startedAt, [...this.#ids.values()]);
    const late = () => new Error(`no answer within ${ANSWERS_WITHIN_MS / 1_000} seconds`);
    const limit = { clock, ms: ANSWERS_WITHIN_MS, late };
    try {
      // Retries once: the reading process may have been killed for lack of memory.
      this.#earlier = await within(limit, () => read().catch(read));
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      log.warn('cannot read the previous set; starting a new one', { reason: messageOf(error) });
      this.#isKnown = true;
      void this.#keepReading(read, onLate, signal);
      return;
    }
    this.#isKnown = true;
    if (this.#earlier !== undefined) {
      const { session, entries } = this.#earlier;
      log.info('continuing the earlier set', { session, tracks: withoutRemoved(entries).length });
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

interface Views {
  viewEntry(entry: SetEntry): SetEntry;
}

/** Sinks have no use for the sets before it. */
function shownSet({ before: _before, ...set }: EarlierSet, { viewEntry }: Views): EarlierSet {
  const entries = set.entries.map((entry) => viewEntry(entry));
  const { covers } = set;
  if (covers === undefined) {
    return { ...set, entries };
  }
  const hidden = new Set(entries.flatMap((entry) => (entry.hidden ? entry.position : [])));
  return { ...set, entries, covers: new Map([...covers].filter(([position]) => !hidden.has(position))) };
}

/** Returns this run's set so far, for a sink that is switched on in the middle. */
export function setSoFar(
  {
    onAir,
    page,
  }: {
    readonly page: Pick<SetPage, 'covers'>;
    readonly onAir: {
      readonly hasBegun: boolean;
      readonly startedAt: number | undefined;
      readonly set: readonly SetEntry[];
      readonly ofSet: Pick<Publication, 'set'>;
      readonly position: number | undefined;
    };
  },
  idOf?: (ofSet: Pick<Publication, 'set'>) => string,
): GetEarlierSet {
  const { hasBegun, startedAt, set, ofSet, position } = onAir;
  const id = idOf?.(ofSet);
  const earlier: EarlierSet | undefined =
    !hasBegun || startedAt === undefined
      ? undefined
      : {
          session: IN_NO_FILE,
          ...(id !== undefined && { id }),
          startedAt,
          entries: set,
          covers: page.covers,
          isOfThisRun: true,
          ...(position !== undefined && { onAir: position }),
        };
  return (publication = ofSet) => (publication.set === ofSet.set ? earlier : undefined);
}

/** Files number sets from 1. */
const IN_NO_FILE = 0;
