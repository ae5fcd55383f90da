import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import { DeckSource, type DeckTools, ownFile } from '../../decks/index.ts';
import type { DeckSettings } from '../../decks/options.ts';
import type { RecordPoller } from './record-poller.ts';
import { SeratoDecks } from './serato-decks.ts';
import { loadsSince, SERATO_4, seratoRow } from './serato-rows.ts';
import { WatchedDatabase } from './watched-database.ts';

const POLL_MS = 500;

type SeratoTools = DeckTools & Pick<SourceTools, 'disk'>;

export class SeratoSource extends DeckSource<DeckSettings, SeratoTools> implements Source {
  protected readonly name = 'softb';
  readonly #path: string;
  readonly #poller: RecordPoller;

  constructor(path: string, settings: DeckSettings, poller: RecordPoller, tools: SeratoTools) {
    super(settings, tools);
    this.#path = path;
    this.#poller = poller;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const table = this.makeTable(listener, { fileOf: ownFile, loadsAlone: true });
    const database = new WatchedDatabase(this.#path, SERATO_4, this.tools);
    const decks = new SeratoDecks();
    const read = async (): Promise<boolean> => {
      const isFirst = decks.first === undefined;
      const rows = await database.rows(loadsSince(decks.first, decks.loaded), isFirst);
      if (rows === undefined) {
        return false;
      }
      const events = decks.update(rows.map(seratoRow));
      table.apply(...events);
      return !isFirst && events.length > 0;
    };
    try {
      await this.#poller.run(read, POLL_MS, signal);
    } finally {
      database.close();
      table.stop();
    }
  }

  health(): SourceHealth {
    return this.#poller.health;
  }
}
