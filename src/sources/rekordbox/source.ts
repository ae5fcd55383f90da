import { join } from 'node:path';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { makeCopyFolder, removeCopyFolder } from '../../host/sqlite/copy-folder.ts';
import { PlayIds } from '../shared/play-ids.ts';
import { DatabaseRecord } from '../softb/database.ts';
import { firstExisting, RecordPoller } from '../softb/record-poller.ts';
import { RecordSource } from '../softb/record-source.ts';
import { notThere, unreadable } from './examine.ts';
import { REKORDBOX } from './history.ts';
import { databaseOf, type RekordboxSettings } from './options.ts';

export class RekordboxSource implements Source {
  readonly #path: string;
  readonly #settings: RekordboxSettings;
  readonly #tools: Pick<SourceTools, 'clock' | 'disk' | 'log' | 'goesOn'>;
  #followed: RecordSource | undefined;

  constructor(settings: RekordboxSettings, tools: Pick<SourceTools, 'clock' | 'disk' | 'log' | 'goesOn'>) {
    this.#path = databaseOf(settings);
    this.#settings = settings;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const path = this.#path;
    const { clock, log } = this.#tools;
    const none = (): void =>
      log.warn('rekordbox database not found yet', {
        source: 'rekordbox',
        ...problemFields(notThere(path)),
      });
    if ((await firstExisting([{ path }], this.#tools, none, signal)) === undefined) {
      return;
    }
    const folder = await makeCopyFolder();
    try {
      const cipher = { key: this.#settings['rekordbox.key'], copy: join(folder, 'copy.db') };
      const record = new DatabaseRecord(path, REKORDBOX, this.#tools, cipher);
      const poller = new RecordPoller({ source: 'rekordbox', program: 'rekordbox', path, ...this.#tools });
      this.#followed = new RecordSource(record, poller, new PlayIds('rekordbox', clock), this.#tools);
      await this.#followed.run(listener, signal);
    } finally {
      await removeCopyFolder(folder);
    }
  }

  health(): SourceHealth {
    return this.#followed?.health() ?? { watching: say('rekordbox.nothing-no-yet', { path: this.#path }) };
  }

  async findings(): Promise<readonly Finding[]> {
    if (this.#followed === undefined) {
      return [notThere(this.#path)];
    }
    const { problem } = this.#followed.health();
    return problem === undefined ? [] : [unreadable(this.#path, problem)];
  }
}
