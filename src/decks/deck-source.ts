import type { DeckState, HeardTrack, Source } from '../core/contracts.ts';
import type { PlayId } from '../core/track.ts';
import type { DeckTable } from './deck-table.ts';

/** What every deck source answers from its table, once it runs. */
export abstract class DeckSource
  implements Pick<Source, 'decks' | 'audible' | 'putOnAir' | 'settingsChanged'>
{
  /** Undefined before the run. */
  protected table: DeckTable | undefined;

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
}
