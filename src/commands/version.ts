/** `deckcast version`. */
import { buildInfo } from '../app/build-info.ts';
import { globalOptions } from '../app/global-options.ts';
import type { Command } from '../config/command.ts';

export const version: Command<typeof globalOptions> = {
  options: globalOptions,
  configuration: 'own',
  async run({ print }) {
    const { version, commit, builtAt, builder } = buildInfo;
    print(`Build info: {${version} ${commit} ${builtAt} ${builder}}\n`);
  },
};
