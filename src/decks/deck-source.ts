import type { DeckBeats } from '../core/contracts/beat.ts';
import type { DeckState, HeardTrack } from '../core/contracts/deck.ts';
import type { Source, SourceListener } from '../core/contracts/source.ts';
import type { Silence } from '../core/silence.ts';
import type { PlayId } from '../core/track.ts';
import { BeatBoard } from './beats/beat-board.ts';
import { DeckTable, type DeckTableOptions } from './deck-table.ts';
import type { DeckSettings } from './options.ts';

export type DeckTools = DeckTableOptions['tools'];

/** Answers from the deck table of the run. */
export abstract class DeckSource<
  Settings extends DeckSettings = DeckSettings,
  Tools extends DeckTools = DeckTools,
> implements
    Pick<Source, 'decks' | 'beats' | 'audible' | 'putOnAir' | 'leaveAir' | 'silence' | 'settingsChanged'>
{
  protected readonly settings: Settings;
  protected readonly tools: Tools;
  protected table: DeckTable | undefined;
  protected abstract readonly name: string;
  protected readonly board = new BeatBoard((wanted) => this.beatsWanted(wanted));
  readonly beats: DeckBeats = {
    follow: (changed) => {
      const leaves = [this.board.follow(changed), this.tools.hearing?.beats?.follow(changed)];
      return () => {
        for (const leave of leaves) {
          leave?.();
        }
      };
    },
    at: (time) => this.table?.beatsAt(time) ?? [],
  };

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

  leaveAir(isLeaving: (play: PlayId) => boolean): void {
    this.table?.leaveAir(isLeaving);
  }

  silence(isOnAir: (play: PlayId) => boolean): Silence | undefined {
    return this.table?.silence(isOnAir);
  }

  /** Overridden by sources that must ask for beats. Called when beats are followed, and when no longer. */
  protected beatsWanted(_wanted: boolean): void {}

  settingsChanged(): void {
    this.table?.settingsChanged();
  }

  /** The run stops it at its end. */
  protected makeTable(
    listener: SourceListener,
    own: Pick<DeckTableOptions, 'library' | 'fileOf' | 'loadsAlone' | 'takesFaders'>,
  ): DeckTable {
    const { settings, tools, board } = this;
    this.table = new DeckTable({ source: this.name, settings, listener, tools, board, ...own });
    return this.table;
  }
}
