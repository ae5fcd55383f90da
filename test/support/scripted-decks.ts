/** Deck source without hardware that reports what a test wants. */
import type { Source, SourceListener } from '../../src/core/contracts/source.ts';
import type { Tools } from '../../src/core/tools.ts';
import { untilAborted } from '../../src/core/waiting.ts';
import { type DeckEvent, DeckSource, type Tags, type TrackLibrary } from '../../src/decks/index.ts';
import type { DeckSettings } from '../../src/decks/options.ts';

export interface ScriptedDecksOptions {
  readonly name: string;
  readonly settings: DeckSettings;
  readonly tools: Pick<Tools, 'clock' | 'log'>;
  readonly library?: TrackLibrary;
}

/** Deck of the device `unit` or of another one. */
export type ScriptedDeck = number | { readonly device: string; readonly number: number };

type AboutDeck<Event> = Event extends { readonly number: number } ? Omit<Event, 'device' | 'number'> : never;

export class ScriptedDecks extends DeckSource implements Source {
  protected readonly name: string;
  readonly #own: Pick<ScriptedDecksOptions, 'library'>;

  constructor({ name, settings, tools, ...own }: ScriptedDecksOptions) {
    super(settings, tools);
    this.name = name;
    this.#own = own;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const table = this.makeTable(listener, this.#own);
    await untilAborted(signal);
    table.stop();
  }

  health() {
    return { watching: 'a script' };
  }

  libraryChanged(): void {
    this.table?.libraryChanged();
  }

  apply(...events: readonly DeckEvent[]): void {
    this.table?.apply(...events);
  }

  connect(device: string, labels: 'number' | 'layers' = 'number'): void {
    this.apply({ device, kind: 'connected', name: `The ${device}`, labels });
  }

  /** Applies events of one deck. */
  on(deck: ScriptedDeck, ...events: readonly AboutDeck<DeckEvent>[]): void {
    const where = typeof deck === 'number' ? { device: 'unit', number: deck } : deck;
    // Each event keeps its kind and gets this deck.
    this.apply(...events.map((event) => ({ ...where, ...event }) as DeckEvent));
  }

  load(deck: ScriptedDeck, tags: Partial<Tags>): void {
    this.on(deck, { kind: 'loaded', loaded: false });
    this.on(deck, { kind: 'tags', tags });
    this.on(deck, { kind: 'loaded', loaded: true });
  }

  play(deck: ScriptedDeck, engaged = true): void {
    this.on(deck, { kind: 'engaged', engaged });
  }
}
