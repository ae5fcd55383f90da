import type { Source, SourceHealth, SourceListener, SourceTools } from '../../core/contracts.ts';
import { DeckSource, DeckTable, ownFile } from '../../decks/index.ts';
import type { DeckSettings } from '../../decks/options.ts';
import type { RecordLooks } from './record-looks.ts';
import { SeratoDecks } from './serato-decks.ts';
import { loadsSince, SERATO_4, seratoRow } from './serato-rows.ts';
import { WatchedDatabase } from './watched-database.ts';

const LOOK_EVERY_MS = 500;

/** The decks of Serato DJ 4, from the loads that it records. */
export class SeratoSource extends DeckSource implements Source {
  readonly #path: string;
  readonly #settings: DeckSettings;
  readonly #looks: RecordLooks;
  readonly #tools: Pick<SourceTools, 'clock' | 'disk' | 'log' | 'hearing'>;

  constructor(
    path: string,
    settings: DeckSettings,
    looks: RecordLooks,
    tools: Pick<SourceTools, 'clock' | 'disk' | 'log' | 'hearing'>,
  ) {
    super();
    this.#path = path;
    this.#settings = settings;
    this.#looks = looks;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const table = new DeckTable({
      source: 'softb',
      settings: this.#settings,
      listener,
      tools: this.#tools,
      fileOf: ownFile,
      loadsAlone: true,
    });
    const database = new WatchedDatabase(this.#path, SERATO_4, this.#tools);
    const decks = new SeratoDecks();
    this.table = table;
    const read = async (): Promise<boolean> => {
      const isFirst = decks.first === undefined;
      const rows = await database.rows(loadsSince(decks.first), isFirst);
      if (rows === undefined) {
        return false;
      }
      const events = decks.update(rows.map(seratoRow));
      table.apply(...events);
      return !isFirst && events.length > 0;
    };
    try {
      await this.#looks.run(read, LOOK_EVERY_MS, signal);
    } finally {
      database.close();
      table.stop();
    }
  }

  health(): SourceHealth {
    return this.#looks.health;
  }
}
