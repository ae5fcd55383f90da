import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import type { Track } from '../../core/track.ts';
import type { PlayIds } from '../shared/play-ids.ts';
import { NewPlays } from './new-plays.ts';
import type { PlayRecord, RecordedPlay } from './record.ts';
import type { RecordPoller } from './record-poller.ts';

const POLL_MS = 250;
/** Newest entries at the start, for hearing: the track on air may be among them. */
const ENTRIES_BEFORE = 4;

type RecordTools = Pick<SourceTools, 'clock' | 'goesOn'>;

export class RecordSource implements Source {
  readonly #record: PlayRecord;
  readonly #poller: RecordPoller;
  readonly #plays: PlayIds;
  readonly #tools: RecordTools;
  readonly #newPlays: NewPlays;
  #onAir: Track | undefined;

  constructor(record: PlayRecord, poller: RecordPoller, plays: PlayIds, tools: RecordTools) {
    this.#record = record;
    this.#poller = poller;
    this.#plays = plays;
    this.#tools = tools;
    this.#newPlays = new NewPlays(record.minGapMs);
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    try {
      await this.#poller.run(() => this.#read(listener), POLL_MS, signal);
    } finally {
      this.#record.close();
    }
  }

  health(): SourceHealth {
    return this.#poller.health;
  }

  async #read(listener: SourceListener): Promise<boolean> {
    const snapshot = await this.#record.newest();
    if (snapshot === undefined) {
      return false;
    }
    const isFirst = this.#newPlays.isBeforeFirst;
    if (isFirst) {
      this.#compareEarlier(snapshot, listener);
    }
    const later = this.#newPlays.update(snapshot, this.#tools.clock.now());
    const plays = isFirst ? this.#goingOn(snapshot) : later;
    this.#announce(plays, listener);
    return plays.length > 0;
  }

  #compareEarlier(snapshot: readonly RecordedPlay[], listener: SourceListener): void {
    for (const { track, file } of snapshot.slice(-ENTRIES_BEFORE)) {
      if (file !== undefined) {
        listener.playedBefore?.(this.#plays.next(track, { file }));
      }
    }
  }

  /** The newest play, if the set so far is in the record. */
  #goingOn(snapshot: readonly RecordedPlay[]): readonly RecordedPlay[] {
    const played = snapshot.filter((play) => play.played);
    return played.some(({ track }) => this.#tools.goesOn?.(track)) ? played.slice(-1) : [];
  }

  #announce(plays: readonly RecordedPlay[], listener: SourceListener): void {
    for (const { track, file } of plays) {
      // Programs that record no decks may record the same track once more.
      if (this.#onAir === undefined || !isSame(this.#onAir, track)) {
        this.#onAir = track;
        listener.transition(this.#plays.next(track, { file }));
      }
    }
  }
}

function isSame(one: Track, other: Track): boolean {
  return one.title !== '' && one.title === other.title && one.artist === other.artist;
}
