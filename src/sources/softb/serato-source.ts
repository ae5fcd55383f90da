import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import type { Text } from '../../core/message.ts';
import { COUNTED_EARLIER, type DeckEvent, DeckSource, type DeckTools, ownFile } from '../../decks/index.ts';
import type { DeckSettings } from '../../decks/options.ts';
import type { RecordPoller } from './record-poller.ts';
import { SeratoDecks } from './serato-decks.ts';
import { loadsSince, SERATO_4, type SeratoRow, seratoRow } from './serato-rows.ts';
import { SessionFolder } from './session-folder.ts';
import { WatchedDatabase } from './watched-database.ts';

const POLL_MS = 500;

export type SeratoTools = DeckTools & Pick<SourceTools, 'disk' | 'goesOn'>;

export interface SeratoLoads {
  /** Newest loads and those on decks; undefined if unchanged. */
  newest(decks: SeratoDecks, now: number): Promise<readonly SeratoRow[] | undefined>;
  readonly problem?: Text | undefined;
  close(): void;
}

export class SeratoSource extends DeckSource<DeckSettings, SeratoTools> implements Source {
  protected readonly name = 'softb';
  readonly #loads: SeratoLoads;
  readonly #poller: RecordPoller;

  constructor(loads: SeratoLoads, settings: DeckSettings, poller: RecordPoller, tools: SeratoTools) {
    super(settings, tools);
    this.#loads = loads;
    this.#poller = poller;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const table = this.makeTable(listener, { fileOf: ownFile, loadsAlone: true, takesFaders: true });
    const decks = new SeratoDecks(this.tools.goesOn);
    const read = async (): Promise<boolean> => {
      const isFirst = decks.first === undefined;
      const now = this.tools.clock.now();
      const rows = await this.#loads.newest(decks, now);
      if (rows === undefined) {
        return false;
      }
      const events = decks.update(rows, now);
      table.apply(...events);
      return isFirst ? events.some(isCounted) : events.length > 0;
    };
    try {
      await this.#poller.run(read, POLL_MS, signal, this.#loads);
    } finally {
      this.#loads.close();
      table.stop();
    }
  }

  health(): SourceHealth {
    return this.#poller.health;
  }
}

/** The first look hears only what goes on. */
function isCounted(event: DeckEvent): boolean {
  return event.kind === 'counted' && (event.order ?? COUNTED_EARLIER) !== COUNTED_EARLIER;
}

export function serato4Loads(path: string, tools: SeratoTools): SeratoLoads {
  const database = new WatchedDatabase(path, SERATO_4, tools);
  return {
    async newest(decks) {
      const rows = await database.rows(loadsSince(decks.first, decks.loaded), decks.first === undefined);
      return rows?.map(seratoRow);
    },
    close: () => database.close(),
  };
}

export function serato3Loads(path: string, { disk }: SeratoTools): SeratoLoads {
  const folder = new SessionFolder(path, disk);
  return {
    async newest(decks, now) {
      const plays = await folder.newest();
      const rows = plays?.map(({ id, at, deck = '', played, ended = false, file = '', track }) => ({
        id,
        deck,
        loadedAt: at,
        played,
        ended,
        file,
        track,
      }));
      // Nothing is loaded or ejected while Serato's files are missing, or when an older one is written again.
      return decks.first !== undefined && rows !== undefined && decks.isEarlier(rows, now) ? undefined : rows;
    },
    get problem() {
      return folder.problem;
    },
    close: () => folder.close(),
  };
}
