/** Notices that the running program's files were replaced, moved or deleted. */
import { type Finding, problemFields } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import type { Service } from '../lifetime.ts';
import { UNBUILT } from './build-info.ts';
import { installedVersion } from './installed-version.ts';

const CHECK_EVERY_MS = 15_000;
/** Failed checks in a row; an update replaces the folder for a moment. */
const GONE_AFTER = 3;

export interface UpdatesOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly disk: Pick<Tools['disk'], 'read'>;
  readonly folder: string;
  readonly version: string;
}

export class PackageUpdates implements Service {
  readonly name = 'updates';
  readonly #options: UpdatesOptions;
  #found: Finding | undefined;
  #missed = 0;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  findings(): readonly Finding[] {
    return this.#found === undefined ? [] : [this.#found];
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#check();
      await pause(this.#options.clock, CHECK_EVERY_MS, signal);
    }
  }

  async #check(): Promise<void> {
    const { disk, folder, log, version } = this.#options;
    const installed = await installedVersion(disk, folder);
    this.#missed = installed === undefined ? this.#missed + 1 : 0;
    const before = String(this.#found?.finding);
    if (installed !== undefined) {
      const isSame = installed === version || version === UNBUILT;
      this.#found = isSame ? undefined : updated(version, installed);
    } else if (this.#missed >= GONE_AFTER) {
      this.#found = gone(folder);
    }
    if (this.#found !== undefined && String(this.#found.finding) !== before) {
      const message =
        installed === undefined ? 'the folder of deckcast is gone' : 'deckcast was updated while it runs';
      log.warn(message, problemFields(this.#found));
    }
  }
}

function gone(folder: string): Finding {
  return {
    area: 'program',
    severity: 'fault',
    finding: say('computer.folder-deckcast-gone', { folder }),
    means: say('computer.pages-overlays-cannot-opened-any-more'),
    todo: say('computer.move-back-start-deckcast-again-where'),
  };
}

function updated(version: string, installed: string): Finding {
  return {
    area: 'program',
    severity: 'warning',
    finding: say('computer.version-deckcast-installed-while-runs', { version: installed, running: version }),
    means: say('computer.pages-settings-outputs-doctor-may-fail'),
    todo: say('commands.start-again-set-goes'),
  };
}
