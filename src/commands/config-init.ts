import { rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { codeOf, RunError, UsageError } from '../core/errors.ts';
import { defineOptions } from '../core/option.ts';
import { makeFolder } from '../host/disk/write.js';
import { whyNotWritten } from '../host/folders.ts';
import { globalOptions } from '../operator/global-options.ts';
import { startOptions } from '../operator/options.ts';
import type { Command } from '../settings/command.ts';
import { findConfigFile } from '../settings/file.ts';
import { choice } from '../settings/kinds.ts';
import { SAMPLE_FORMATS, type SampleFormat, sampleFile } from '../settings/sample.ts';

const options = defineOptions('Command flags', {
  ...globalOptions,
  format: {
    kind: choice(SAMPLE_FORMATS),
    default: 'yaml',
    help: 'format of the file, unless --conf names one',
  },
});

const FORMAT_BY_EXTENSION: Readonly<Record<string, SampleFormat>> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.toml': 'toml',
};

const EXISTS = 'this file exists already: edit it, or name another one with --conf';

export const configInit: Command<typeof options> = {
  details:
    'Writes conf.yaml or conf.toml into the configuration directory, or the file that --conf names. Every option is ' +
    'in it, commented out, with its explanation and default. It never overwrites a file.',
  options,
  configuration: 'none',
  async run({ settings, environment, print }) {
    const path = settings.conf || join(environment.configDir, `conf.${settings.format}`);
    const format = FORMAT_BY_EXTENSION[extname(path).toLowerCase()];
    if (format === undefined) {
      throw new UsageError([
        {
          where: '--conf',
          what: `the name of the file ends in ${Object.keys(FORMAT_BY_EXTENSION).join(', ')}`,
        },
      ]);
    }
    const existing = settings.conf === '' ? await findConfigFile([environment.configDir]) : undefined;
    if (existing !== undefined) {
      throw new UsageError([{ where: existing.path, what: EXISTS }]);
    }
    // `--conf` names this file.
    const { conf: _, ...table } = startOptions;
    try {
      makeFolder(dirname(path));
      await writeFile(path, sampleFile(table, format, environment), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (codeOf(error) === 'EEXIST') {
        throw new UsageError([{ where: path, what: EXISTS }]);
      }
      // A partial file would block the next attempt and count as a configuration.
      await rm(path, { force: true }).catch(() => undefined);
      throw new RunError(`cannot write ${path}: ${whyNotWritten(error)}`);
    }
    print(`${path}\n`);
  },
};
