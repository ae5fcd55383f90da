/** Parsing reports the problems. */

import { counted } from '../core/units.ts';
import { checkStart, startOptions } from '../operator/options.ts';
import type { Command } from '../settings/command.ts';

export const configCheck: Command<typeof startOptions> = {
  details:
    'Reads the configuration file, the environment and the given flags as `start` would, and reports every problem ' +
    'at once, each with its place. Exit status: 0 when all is well, 2 when something is wrong.',
  options: startOptions,
  configuration: 'all',
  check: checkStart,
  async run({ configFile, print, reload, resolution }) {
    const set = Object.entries(resolution.origins).filter(
      ([name, { from }]) => from !== 'default' && name !== 'conf',
    );
    // Only reading the file again warns of an empty one.
    const { warnings } = await reload();
    const verdict = warnings.length === 0 ? 'no problems' : counted(warnings.length, 'warning');
    print(`${configFile ?? 'no configuration file'}: ${verdict}, ${counted(set.length, 'option')} set\n`);
  },
};
