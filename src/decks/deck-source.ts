import type { DeckState, HeardTrack } from '../core/contracts/deck.ts';
import type { Source, SourceListener } from '../core/contracts/source.ts';
import type { PlayId } from '../core/track.ts';
import { DeckTable, type DeckTableOptions } from './deck-table.ts';
import type { DeckSettings } from './options.ts';

export type DeckTools = DeckTableOptions['tools'];

/** Base class of deck sources. Answers from the deck table of the run. */
export abstract class DeckSource<
  Settings extends DeckSettings = DeckSettings,
  Tools extends DeckTools = DeckTools,
> implements Pick<Source, 'decks' | 'audible' | 'putOnAir' | 'settingsChanged'>
{
  protected readonly settings: Settings;
  protected readonly tools: Tools;
  protected table: DeckTable | undefined;
  protected abstract readonly name: string;

  constructor(settings: Settings, tools: Tools) {
    this.settings = settings;
    this.tools = tools;
  }

  decks(): readonly DeckState[] {
    return this.table?.views() ?? [];
  }

  audible(): readonly HeardTrack[] {
    return this.table?.audible() ?? [];
  }

  putOnAir(deck: string, play?: PlayId): boolean {
    return this.table?.putOnAir(deck, play) ?? false;
  }

  settingsChanged(): void {
    this.table?.settingsChanged();
  }

  /** Makes the deck table. The run stops it at its end. */
  protected makeTable(
    listener: SourceListener,
    own: Pick<DeckTableOptions, 'library' | 'fileOf' | 'loadsAlone'>,
  ): DeckTable {
    const { settings, tools } = this;
    this.table = new DeckTable({ source: this.name, settings, listener, tools, ...own });
    return this.table;
  }
}
