import type { OptionTable } from '../core/option.ts';
import { startOptions } from '../operator/options.ts';
import type { Command } from '../settings/command.ts';
import type { Resolution } from '../settings/resolve.ts';

export const configShow: Command<typeof startOptions> = {
  details:
    'Reads the configuration file, the environment and the given flags as `start` would. Secrets appear as ***, and ' +
    'web addresses without their path.',
  options: startOptions,
  configuration: 'all',
  async run({ configFile, print, resolution }) {
    print(`configuration file: ${configFile ?? 'none'}\n`);
    for (const [name, value, place] of describeSettings(startOptions, resolution)) {
      print(`${`${name} = ${value}`.padEnd(60)} ${place}\n`);
    }
  },
};

function describeSettings(table: OptionTable, resolution: Resolution): readonly (readonly string[])[] {
  return Object.entries(table)
    .map(([name, { kind }]) => {
      const origin = resolution.origins[name];
      return [name, kind.print(resolution.settings[name]), origin?.place || 'default'];
    })
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
}
