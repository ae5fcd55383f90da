import { join } from 'node:path';
import type { Source, SourceHealth, SourceListener, SourceTools } from '../../core/contracts.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import { pause } from '../../core/waiting.ts';
import { makeCopyFolder, removeCopyFolder } from '../../host/sqlite/copy-folder.ts';
import { HeardSource } from '../heard-source.ts';
import { PlayIds } from '../play-ids.ts';
import { DatabaseRecord } from '../softb/database.ts';
import { RecordLooks } from '../softb/record-looks.ts';
import { RecordSource } from '../softb/record-source.ts';
import { notThere, unreadable } from './examine.ts';
import { REKORDBOX } from './history.ts';
import { databaseOf, type RekordboxSettings } from './options.ts';

/** While there is no database. */
const SEARCH_EVERY_MS = 2_000;

/** What rekordbox 6 or 7 on this computer counts as played. */
export class RekordboxSource implements Source {
  readonly #path: string;
  readonly #settings: RekordboxSettings;
  readonly #tools: Pick<SourceTools, 'clock' | 'disk' | 'log' | 'hearing'>;
  #followed: Source | undefined;

  constructor(settings: RekordboxSettings, tools: Pick<SourceTools, 'clock' | 'disk' | 'log' | 'hearing'>) {
    this.#path = databaseOf(settings);
    this.#settings = settings;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    await this.#find(signal);
    if (signal.aborted) {
      return;
    }
    const { clock, hearing } = this.#tools;
    const folder = await makeCopyFolder();
    try {
      const record = new DatabaseRecord(this.#path, REKORDBOX, this.#tools, {
        key: this.#settings['rekordbox.key'],
        copy: join(folder, 'copy.db'),
      });
      const looks = new RecordLooks({
        source: 'rekordbox',
        program: 'rekordbox',
        path: this.#path,
        ...this.#tools,
      });
      const source = new RecordSource(record, looks, new PlayIds('rekordbox', clock));
      this.#followed = hearing === undefined ? source : new HeardSource(source, hearing, clock);
      await this.#followed.run(listener, signal);
    } finally {
      await removeCopyFolder(folder);
    }
  }

  health(): SourceHealth {
    return this.#followed?.health() ?? { watching: `nothing: there is no ${this.#path} yet` };
  }

  async findings(): Promise<readonly Finding[]> {
    if (this.#followed === undefined) {
      return [notThere(this.#path)];
    }
    const { problem } = this.#followed.health();
    return problem === undefined ? [] : [unreadable(this.#path, problem)];
  }

  async #find(signal: AbortSignal): Promise<void> {
    const { clock, disk, log } = this.#tools;
    for (let searches = 0; !signal.aborted; searches++) {
      if ((await disk.stat(this.#path).catch(() => undefined)) !== undefined) {
        return;
      }
      if (searches === 0) {
        log.warn('the database of rekordbox is not there yet', {
          source: 'rekordbox',
          ...problemFields(notThere(this.#path)),
        });
      }
      await pause(clock, SEARCH_EVERY_MS, signal);
    }
  }
}
