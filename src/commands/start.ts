/** `deckcast start`: the server. What it runs stands in `app/start.ts`. */
import { checkStart, startOptions } from '../app/options.ts';
import { followConfiguration } from '../app/reload.ts';
import type { Command } from '../config/command.ts';
import { VARIABLE_LIST } from '../core/template.ts';

export const start: Command<typeof startOptions> = {
  details:
    'Watches what is played and publishes the featured track until it is stopped (Ctrl-C). Without any flag it ' +
    'looks for Denon DJ / Engine OS devices on every network interface and shows the overlay on port 9090.\n\n' +
    'On SIGHUP, and when the configuration file changes, it reads its settings again and takes over those that can ' +
    'change while it runs.\n\n' +
    `What is written of a track (--outfile.format and the like) takes ${VARIABLE_LIST}. In a shell they belong in single quotes.`,
  noArguments: 'a setting is written --name=value, with two hyphens',
  options: startOptions,
  configuration: 'all',
  check: checkStart,
  async run(context) {
    const onSettings = followConfiguration(startOptions, context);
    // Help and the checks of the configuration read this table without loading the program.
    const { start: startProgram } = await import('../app/start.ts');
    const { settings, tools, logAfter, signal } = context;
    await startProgram(settings, { ...tools, logAfter, onSettings }, signal);
  },
};
