import type { DeckState, HeardTrack } from '../../core/contracts/deck.ts';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import { type SourceHealth, troubleOf } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import type { Silence } from '../../core/silence.ts';
import type { PlayId } from '../../core/track.ts';
import type { DeckSettings } from '../../decks/options.ts';
import { decidedSource } from '../shared/faded-source.ts';
import { PlayIds } from '../shared/play-ids.ts';
import { ReplaceableBeats } from '../shared/replaceable-beats.ts';
import { DatabaseRecord, MIXXX } from './database.ts';
import { nothing } from './examine.ts';
import { lastWrittenFirst, untilReplaced } from './last-written.ts';
import type { HistoryLocation } from './locations.ts';
import { firstExisting, RecordPoller } from './record-poller.ts';
import { RecordSource } from './record-source.ts';
import { SeratoSource, serato3Loads, serato4Loads } from './serato-source.ts';

export type DjSoftwareTools = Pick<SourceTools, 'clock' | 'disk' | 'log' | 'hearing' | 'faders' | 'goesOn'>;

/** Follows the DJ software that wrote its record last. */
export class DjSoftwareSource implements Source {
  readonly #settings: DeckSettings;
  readonly #places: readonly HistoryLocation[];
  readonly #tools: DjSoftwareTools;
  /** Source of the program that was found. */
  #followed: Source | undefined;
  #program: string | undefined;
  #hasLooked = false;
  readonly beats = new ReplaceableBeats(() => this.#followed?.beats);

  constructor(settings: DeckSettings, places: readonly HistoryLocation[], tools: DjSoftwareTools) {
    this.#settings = settings;
    this.#places = places;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const none = (): void => {
      this.#hasLooked = true;
      this.#tools.log.warn('no DJ software was found yet', {
        source: 'softb',
        looksFor: 'Serato DJ 4, Serato DJ 3, Mixxx',
      });
    };
    while (!signal.aborted) {
      const places = await lastWrittenFirst(this.#places, this.#tools.disk);
      const place = await firstExisting(places, this.#tools, none, signal);
      if (place !== undefined) {
        this.#followed = this.#follow(place);
        this.#program = place.program;
        this.beats.replaced();
        const turn = new AbortController();
        const until = AbortSignal.any([signal, turn.signal]);
        await Promise.all([
          this.#followed.run(listener, until).finally(() => turn.abort()),
          untilReplaced(place, places, this.#tools, until).then((isReplaced) => isReplaced && turn.abort()),
        ]);
      }
    }
  }

  health(): SourceHealth {
    return this.#followed === undefined
      ? {
          watching: say('softb.nothing-no-dj-software-found-yet'),
          ...troubleOf(this.#hasLooked ? nothing(this.#places) : undefined),
          details: this.#places.map(({ program, path }) => ({ name: program, state: path })),
        }
      : { ...this.#followed.health(), program: this.#program };
  }

  decks(): readonly DeckState[] | undefined {
    return this.#followed?.decks?.();
  }

  audible(): readonly HeardTrack[] {
    return this.#followed?.audible?.() ?? [];
  }

  /** Mixxx has no decks. */
  get putOnAir(): Source['putOnAir'] {
    const followed = this.#followed;
    return followed?.putOnAir?.bind(followed);
  }

  leaveAir(isLeaving: (play: PlayId) => boolean): void {
    this.#followed?.leaveAir?.(isLeaving);
  }

  silence(isOnAir: (play: PlayId) => boolean): Silence | undefined {
    return this.#followed?.silence?.(isOnAir);
  }

  settingsChanged(): void {
    this.#followed?.settingsChanged?.();
  }

  #follow(place: HistoryLocation): Source {
    const { clock } = this.#tools;
    const poller = new RecordPoller({ source: 'softb', ...place, ...this.#tools });
    const { program, path } = place;
    if (program === 'Mixxx') {
      const record = new DatabaseRecord(path, MIXXX, this.#tools);
      const source = new RecordSource(record, poller, new PlayIds('softb', clock), this.#tools);
      return decidedSource(source, this.#tools, true);
    }
    const loads = program === 'Serato DJ 4' ? serato4Loads : serato3Loads;
    return new SeratoSource(loads(path, this.#tools), this.#settings, poller, this.#tools);
  }
}
