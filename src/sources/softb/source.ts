import type { DeckBeats } from '../../core/contracts/beat.ts';
import type { DeckState, HeardTrack } from '../../core/contracts/deck.ts';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import type { PlayId } from '../../core/track.ts';
import type { DeckSettings } from '../../decks/options.ts';
import { decidedSource } from '../shared/faded-source.ts';
import { PlayIds } from '../shared/play-ids.ts';
import type { HistoryLocation } from './locations.ts';
import { openRecord } from './open.ts';
import { firstExisting, RecordPoller } from './record-poller.ts';
import { RecordSource } from './record-source.ts';
import { SeratoSource, serato3Loads, serato4Loads } from './serato-source.ts';

export type DjSoftwareTools = Pick<SourceTools, 'clock' | 'disk' | 'log' | 'hearing' | 'faders' | 'goesOn'>;

/** Follows the first DJ software that is found. */
export class DjSoftwareSource implements Source {
  readonly #settings: DeckSettings;
  readonly #places: readonly HistoryLocation[];
  readonly #tools: DjSoftwareTools;
  #followed: Source | undefined;
  #beatsChanged: (() => void) | undefined;
  #leaveBeats: (() => void) | undefined;
  readonly beats: DeckBeats = {
    follow: (changed) => {
      this.#beatsChanged = changed;
      this.#followBeats();
      return () => {
        this.#beatsChanged = undefined;
        this.#leaveBeats?.();
      };
    },
    at: (time) => this.#followed?.beats?.at(time) ?? [],
  };

  constructor(settings: DeckSettings, places: readonly HistoryLocation[], tools: DjSoftwareTools) {
    this.#settings = settings;
    this.#places = places;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const none = (): void =>
      this.#tools.log.warn('no DJ software was found yet', {
        source: 'softb',
        looksFor: 'Serato DJ 4, Serato DJ 3, Mixxx',
      });
    const place = await firstExisting(this.#places, this.#tools, none, signal);
    if (place !== undefined) {
      this.#followed = this.#follow(place);
      this.#followBeats();
      await this.#followed.run(listener, signal);
    }
  }

  health(): SourceHealth {
    return this.#followed?.health() ?? { watching: say('softb.nothing-no-dj-software-found-yet') };
  }

  decks(): readonly DeckState[] | undefined {
    return this.#followed?.decks?.();
  }

  audible(): readonly HeardTrack[] {
    return this.#followed?.audible?.() ?? [];
  }

  putOnAir(deck: string, play?: PlayId): boolean {
    return this.#followed?.putOnAir?.(deck, play) ?? false;
  }

  leaveAir(isLeaving: (play: PlayId) => boolean): void {
    this.#followed?.leaveAir?.(isLeaving);
  }

  settingsChanged(): void {
    this.#followed?.settingsChanged?.();
  }

  /** The program may be found before or after the first follower. */
  #followBeats(): void {
    this.#leaveBeats = this.#beatsChanged && this.#followed?.beats?.follow(this.#beatsChanged);
  }

  #follow(place: HistoryLocation): Source {
    const { clock, faders } = this.#tools;
    const poller = new RecordPoller({ source: 'softb', ...place, ...this.#tools });
    const { program, path } = place;
    if (program === 'Serato DJ 4') {
      const loads = serato4Loads(path, this.#tools);
      return new SeratoSource(loads, this.#settings, poller, this.#tools);
    }
    if (program === 'Serato DJ 3' && faders !== undefined) {
      // Faders decide between loaded decks, so rows that do not count as played matter, too.
      const loads = serato3Loads(path, this.#tools);
      return new SeratoSource(loads, this.#settings, poller, this.#tools);
    }
    const record = openRecord({ program, path }, this.#tools);
    const source = new RecordSource(record, poller, new PlayIds('softb', clock), this.#tools);
    return decidedSource(source, this.#tools, true);
  }
}
