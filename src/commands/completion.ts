import { globalOptions } from '../operator/global-options.ts';
import type { Command } from '../settings/command.ts';
import { COMPLETION_SCRIPTS, INSTALL, SHELLS } from '../settings/shells.ts';

export const completion: Command<typeof globalOptions> = {
  details: INSTALL,
  arguments: [{ name: 'shell', required: true, choices: SHELLS }],
  options: globalOptions,
  configuration: 'none',
  async run({ args, print }) {
    const shell = SHELLS.find((name) => name === args[0]);
    if (shell !== undefined) {
      print(COMPLETION_SCRIPTS[shell]);
    }
  },
};
