import type { Source, SourceHealth, SourceListener } from '../../core/contracts.ts';
import { messageOf, UpstreamError } from '../../core/errors.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import type { Track } from '../../core/track.ts';
import { pause } from '../../core/waiting.ts';
import { PlayIds } from '../play-ids.ts';
import type { HistoryLocation } from './locations.ts';
import { BEFORE_ALL, type PlayRecord, type RecordedPlay } from './record.ts';

const POLL_MS = 250;
/** While there is no record, or it cannot be read. */
const SLOW_POLL_MS = 2000;
/** Consecutive failures before one is logged: a database may be locked for a moment. */
const FAILED_READS = 3;

export interface DjSoftwareTools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly disk: Disk;
  /** In order: the first that exists is watched. */
  readonly places: readonly HistoryLocation[];
  readonly open: (
    place: HistoryLocation,
    tools: { readonly clock: Clock; readonly disk: Disk },
  ) => PlayRecord;
}

/** Announces the plays that DJ software without a text file records. */
export class DjSoftwareSource implements Source {
  readonly #tools: DjSoftwareTools;
  readonly #plays: PlayIds;
  #place: HistoryLocation | undefined;
  /** Undefined until the record was read once; later plays are new. */
  #last: RecordedPlay | undefined;
  #onAir: Track | undefined;
  #failedReads = 0;
  #problem: string | undefined;
  #lastHeardAt: number | undefined;

  constructor(tools: DjSoftwareTools) {
    this.#tools = tools;
    this.#plays = new PlayIds('softb', tools.clock);
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { log } = this.#tools;
    let place = await this.#find();
    if (place === undefined) {
      log.warn('no DJ software was found yet', {
        source: 'softb',
        looksFor: 'Serato DJ 4, Serato DJ 3, Mixxx',
      });
    }
    while (place === undefined && !signal.aborted) {
      await this.#sleep(SLOW_POLL_MS, signal);
      place = await this.#find();
    }
    if (place === undefined) {
      return;
    }
    this.#place = place;
    log.info('watching DJ software', { source: 'softb', program: place.program, path: place.path });
    const record = this.#tools.open(place, this.#tools);
    try {
      while (!signal.aborted) {
        const works = await this.#poll(record, listener);
        await this.#sleep(works ? POLL_MS : SLOW_POLL_MS, signal);
      }
    } finally {
      record.close();
    }
  }

  health(): SourceHealth {
    const place = this.#place;
    return {
      watching:
        place === undefined ? 'nothing: no DJ software was found yet' : `${place.program}: ${place.path}`,
      ...(this.#lastHeardAt === undefined ? {} : { lastHeardAt: this.#lastHeardAt }),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
    };
  }

  /** Resolves to whether the record could be read. */
  async #poll(record: PlayRecord, listener: SourceListener): Promise<boolean> {
    let plays: readonly RecordedPlay[];
    try {
      plays = await record.playsAfter(this.#last);
    } catch (error) {
      this.#failedReads += 1;
      const lasts = this.#failedReads >= FAILED_READS || isForGood(error);
      if (lasts && this.#problem === undefined) {
        this.#problem = `the record cannot be read: ${messageOf(error)}`;
        this.#tools.log.warn('the record of the DJ software cannot be read', {
          path: this.#place?.path,
          reason: messageOf(error),
        });
      }
      return false;
    }
    if (this.#last !== undefined) {
      this.#announce(plays, listener);
    }
    this.#last = plays.at(-1) ?? this.#last ?? BEFORE_ALL;
    this.#failedReads = 0;
    this.#problem = undefined;
    return true;
  }

  #announce(plays: readonly RecordedPlay[], listener: SourceListener): void {
    for (const { track, deck, file } of plays) {
      this.#lastHeardAt = this.#tools.clock.now();
      // The same track on another deck is the same track.
      if (this.#onAir === undefined || !isSame(this.#onAir, track)) {
        this.#onAir = track;
        listener.transition(this.#plays.next(track, deck === undefined ? {} : { deck }), file);
      }
    }
  }

  async #find(): Promise<HistoryLocation | undefined> {
    for (const place of this.#tools.places) {
      const found = await this.#tools.disk.stat(place.path).catch(() => undefined);
      if (found !== undefined) {
        return place;
      }
    }
    return undefined;
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return pause(this.#tools.clock, ms, signal);
  }
}

function isForGood(error: unknown): boolean {
  return error instanceof UpstreamError && error.advice === 'drop';
}

function isSame(one: Track, other: Track): boolean {
  return one.title !== '' && one.title === other.title && one.artist === other.artist;
}
