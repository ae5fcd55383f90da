/** `deckcast start`: the server, which `app/start.ts` runs. */
import { checkStart, startOptions } from '../app/options.ts';
import { followConfiguration } from '../app/reload.ts';
import type { Command } from '../config/command.ts';
import { VARIABLE_LIST } from '../core/template.ts';

export const start: Command<typeof startOptions> = {
  details:
    'Watches what is played and publishes the featured track until it is stopped (Ctrl-C). Without any flag it ' +
    'looks for Denon DJ / Engine OS devices on every network interface and shows the overlay on port 9090.\n\n' +
    'On SIGHUP, and when the configuration file changes, it reads its settings again and applies those that can ' +
    'change while it runs.\n\n' +
    `Format strings (--outfile.format and the like) may contain ${VARIABLE_LIST}. In a shell they belong in single quotes.`,
  noArguments: 'a setting is written --name=value, with two hyphens',
  options: startOptions,
  configuration: 'all',
  check: checkStart,
  async run(context) {
    const followed = followConfiguration(startOptions, context);
    // Loaded here, because help and configuration checks need only the option table.
    const { start: startProgram } = await import('../app/start.ts');
    const { createSettingsStore } = await import('../app/settings/store.ts');
    const { settings, tools, logAfter, signal } = context;
    const store = createSettingsStore(startOptions, context, followed.readSaved);
    await startProgram(
      settings,
      { ...tools, logAfter, onSettings: followed.onSettings, settings: store },
      signal,
    );
  },
};
