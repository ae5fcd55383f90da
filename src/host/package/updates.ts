/** What an update does to a program that runs: the files that it loads from then on are those of another version. */
import { type Finding, problemFields } from '../../core/finding.ts';
import type { Tools } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import type { Service } from '../lifetime.ts';
import { UNBUILT } from './build-info.ts';
import { installedVersion } from './installed-version.ts';

const CHECK_EVERY_MS = 15_000;

export interface UpdatesOptions extends Pick<Tools, 'clock' | 'log'> {
  /** Reads the program's own files. */
  readonly disk: Pick<Tools['disk'], 'read'>;
  /** The folder of the package. */
  readonly folder: string;
  /** The version that runs. */
  readonly version: string;
}

/** Looks whether an update has replaced the files of this program. */
export class PackageUpdates implements Service {
  readonly name = 'updates';
  readonly #options: UpdatesOptions;
  #found: Finding | undefined;

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

  /** A description that cannot be read says nothing: it may be about to be replaced. */
  async #check(): Promise<void> {
    const { disk, folder, log, version } = this.#options;
    const installed = await installedVersion(disk, folder);
    if (installed === undefined || version === UNBUILT) {
      return;
    }
    const before = this.#found?.finding;
    this.#found = installed === version ? undefined : updated(version, installed);
    if (this.#found !== undefined && this.#found.finding !== before) {
      log.warn('deckcast was updated while it runs', problemFields(this.#found));
    }
  }
}

function updated(version: string, installed: string): Finding {
  return {
    area: 'program',
    severity: 'warning',
    finding: `version ${installed} of deckcast was installed while ${version} runs`,
    means:
      'pages, settings, outputs and the doctor may fail, because what they load now is of another version',
    todo: 'start it again: the set goes on',
  };
}
