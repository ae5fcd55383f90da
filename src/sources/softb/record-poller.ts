import { codeOf, textOf, UpstreamError } from '../../core/errors.ts';
import { problemOf, type SourceHealth } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import { repairOf } from './repair.ts';

/** Pause of the search for a record that does not exist yet. */
const SEARCH_EVERY_MS = 2000;

/** Pause after a read that failed. */
const SLOW_MS = 2000;
/** Failed reads before a problem is reported: a database may be locked for a moment. */
const FAILED_READS = 3;
/** Longer than a track; a record without a new play for this long may not be the DJ's. */
const STANDS_STILL_MS = 15 * 60_000;

interface PolledRecord {
  /** Why plays are missing from the last read. */
  readonly problem?: Text | undefined;
}

interface PollerOptions {
  readonly source: string;
  readonly program: string;
  readonly path: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Waits for the first record of `places` that exists. Calls `none` once if all are missing at the start. */
export async function firstExisting<Place extends { readonly path: string }>(
  places: readonly Place[],
  { clock, disk }: { readonly clock: Clock; readonly disk: Disk },
  none: () => void,
  signal: AbortSignal,
): Promise<Place | undefined> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const [place] = await existing(places, disk);
    if (place !== undefined) {
      return place;
    }
    if (isFirst) {
      none();
    }
    await pause(clock, SEARCH_EVERY_MS, signal);
  }
  return undefined;
}

/** If none can be read, returns those that we may not read, because reading them says why. */
export async function existing<Place extends { readonly path: string }>(
  places: readonly Place[],
  disk: Pick<Disk, 'stat'>,
): Promise<readonly Place[]> {
  const states = await Promise.all(
    places.map(({ path }) =>
      disk.stat(path).then(
        (info) => (info === undefined ? 'missing' : 'there'),
        (error: unknown) => (['EACCES', 'EPERM'].includes(String(codeOf(error))) ? 'forbidden' : 'missing'),
      ),
    ),
  );
  const inState = (wanted: string): readonly Place[] => places.filter((_, at) => states[at] === wanted);
  return states.includes('there') ? inState('there') : inState('forbidden');
}

export class RecordPoller {
  readonly #options: PollerOptions;
  #failedReads = 0;
  #problem: Text | undefined;
  /** First successful read; epoch milliseconds. */
  #readSince: number | undefined;
  #lastHeardAt: number | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** `read`: resolves to whether it found something new; rejections are failures. `record`: what it reads. */
  async run(
    read: () => Promise<boolean>,
    everyMs: number,
    signal: AbortSignal,
    record: PolledRecord = {},
  ): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      const works = await this.#check(read, record, signal);
      await pause(clock, works ? everyMs : SLOW_MS, signal);
    }
  }

  get health(): SourceHealth {
    const { program, path } = this.#options;
    return {
      watching: `${program}: ${path}`,
      lastHeardAt: this.#lastHeardAt,
      problem: this.#problem,
      details: this.#standsStill(),
    };
  }

  /** Tells a DJ who plays to check whether the program records. Not a problem, because the set may be over. */
  #standsStill(): SourceHealth['details'] {
    const { program, clock } = this.#options;
    const since = this.#lastHeardAt ?? this.#readSince;
    const idleMs = since === undefined ? 0 : clock.now() - since;
    return idleMs < STANDS_STILL_MS
      ? undefined
      : [{ name: program, state: say('softb.stands-still', { minutes: Math.floor(idleMs / 60_000) }) }];
  }

  async #check(read: () => Promise<boolean>, record: PolledRecord, signal: AbortSignal): Promise<boolean> {
    const { source, program, path, log, clock } = this.#options;
    try {
      if (await read()) {
        this.#lastHeardAt = clock.now();
      }
    } catch (error) {
      this.#failedReads += 1;
      const lasts = this.#failedReads >= FAILED_READS || isForGood(error);
      if (lasts && !signal.aborted) {
        const reason = textOf(error);
        this.#report(say('softb.record-cannot-read-2', { reason }), reason);
      }
      return false;
    }
    if (this.#readSince === undefined) {
      this.#readSince = clock.now();
      log.info('watching DJ software', { source, program, path });
    }
    this.#failedReads = 0;
    this.#report(record.problem);
    return true;
  }

  #report(finding: Text | undefined, reason: Text = finding ?? ''): void {
    const { program, path, log } = this.#options;
    const problem = problemOf(
      finding === undefined ? undefined : { finding, todo: repairOf(program, reason) },
    );
    if (problem !== undefined && String(problem) !== String(this.#problem)) {
      log.warn('cannot read the record of the DJ software', { path, reason: String(reason) });
    }
    if (problem === undefined && this.#problem !== undefined) {
      log.info('reading the record of the DJ software works again', { path });
    }
    this.#problem = problem;
  }
}

function isForGood(error: unknown): boolean {
  return error instanceof UpstreamError && error.advice === 'drop';
}
