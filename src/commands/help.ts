/** `deckcast help [command]`. */
import { globalOptions } from '../desk/global-options.ts';
import type { Command, CommandEntry } from '../settings/command.ts';
import { commandHelp, listHelp } from '../settings/help.ts';
import { commandGroup, matchCommand, unknownCommand } from '../settings/lookup.ts';

const INTRODUCTION = `deckcast watches what a DJ plays, decides which track the audience hears, and publishes it
to browser overlays, files, chat, OSC and webhooks.

With a Denon / Engine OS device: deckcast start
Without any hardware:               deckcast demo`;

export const helpOn = (commands: readonly CommandEntry[]): Command<typeof globalOptions> => ({
  arguments: [{ name: 'command', repeats: true }],
  options: globalOptions,
  configuration: 'none',
  async run({ args, environment, print }) {
    const entry = matchCommand(commands, args);
    const [group] = commandGroup(commands, args);
    if (entry !== undefined) {
      print(commandHelp(entry, await entry.load(), environment));
    } else if (group !== undefined && args.length === 1) {
      const members = commands.filter(({ name }) => name.startsWith(`${group} `));
      print(listHelp('', members, group, globalOptions, environment));
    } else if (args.length === 0) {
      print(listHelp(INTRODUCTION, commands, '', globalOptions, environment));
    } else {
      throw unknownCommand(commands, args);
    }
  },
});
