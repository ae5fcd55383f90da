import type { DeckState, Source, SourceHealth, SourceListener, SourceTools } from '../../core/contracts.ts';
import type { PlayId } from '../../core/track.ts';
import { pause } from '../../core/waiting.ts';
import type { DeckSettings } from '../../decks/options.ts';
import { HeardSource } from '../heard-source.ts';
import { PlayIds } from '../play-ids.ts';
import type { HistoryLocation } from './locations.ts';
import { openRecord } from './open.ts';
import { RecordLooks } from './record-looks.ts';
import { RecordSource } from './record-source.ts';
import { SeratoSource } from './serato-source.ts';

/** While there is no record. */
const SEARCH_EVERY_MS = 2000;

export type DjSoftwareTools = Pick<SourceTools, 'clock' | 'disk' | 'log' | 'hearing'>;

/** Finds DJ software that records what it plays, and follows the first that is there. */
export class DjSoftwareSource implements Source {
  readonly #settings: DeckSettings;
  /** In order: the first that exists is watched. */
  readonly #places: readonly HistoryLocation[];
  readonly #tools: DjSoftwareTools;
  #followed: Source | undefined;

  constructor(settings: DeckSettings, places: readonly HistoryLocation[], tools: DjSoftwareTools) {
    this.#settings = settings;
    this.#places = places;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#tools;
    let place = await this.#find();
    if (place === undefined) {
      log.warn('no DJ software was found yet', {
        source: 'softb',
        looksFor: 'Serato DJ 4, Serato DJ 3, Mixxx',
      });
    }
    while (place === undefined && !signal.aborted) {
      await pause(clock, SEARCH_EVERY_MS, signal);
      place = await this.#find();
    }
    if (place !== undefined) {
      this.#followed = this.#follow(place);
      await this.#followed.run(listener, signal);
    }
  }

  health(): SourceHealth {
    return this.#followed?.health() ?? { watching: 'nothing: no DJ software was found yet' };
  }

  /** Undefined for programs that record no decks. */
  decks(): readonly DeckState[] | undefined {
    return this.#followed?.decks?.();
  }

  putOnAir(deck: string, play?: PlayId): boolean {
    return this.#followed?.putOnAir?.(deck, play) ?? false;
  }

  settingsChanged(): void {
    this.#followed?.settingsChanged?.();
  }

  #follow(place: HistoryLocation): Source {
    const { clock, hearing } = this.#tools;
    const looks = new RecordLooks({ source: 'softb', ...place, ...this.#tools });
    const { program, path } = place;
    if (program === 'Serato DJ 4') {
      return new SeratoSource(path, this.#settings, looks, this.#tools);
    }
    const record = openRecord({ program, path }, this.#tools);
    const source = new RecordSource(record, looks, new PlayIds('softb', clock));
    return hearing === undefined ? source : new HeardSource(source, hearing, clock);
  }

  async #find(): Promise<HistoryLocation | undefined> {
    for (const place of this.#places) {
      const found = await this.#tools.disk.stat(place.path).catch(() => undefined);
      if (found !== undefined) {
        return place;
      }
    }
    return undefined;
  }
}
