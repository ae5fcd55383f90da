import { globalOptions } from '../operator/global-options.ts';
import type { Command, CommandEntry } from '../settings/command.ts';
import { commandHelp, listHelp } from '../settings/help.ts';
import { type HelpPage, layOut } from '../settings/help-page.ts';
import { commandGroup, matchCommand, unknownCommand } from '../settings/lookup.ts';

const INTRODUCTION = `deckcast watches what a DJ plays, decides which track the audience hears, and publishes it
to browser overlays, files, chat, OSC and webhooks.

With a Denon DJ / Engine OS device:  deckcast start
Without any hardware:                deckcast demo`;

export const helpOn = (commands: readonly CommandEntry[]): Command<typeof globalOptions> => ({
  arguments: [{ name: 'command', repeats: true }],
  options: globalOptions,
  configuration: 'none',
  async run({ args, environment, print }) {
    print(layOut(await pageOn(commands, args), environment));
  },
});

export async function pageOn(commands: readonly CommandEntry[], words: readonly string[]): Promise<HelpPage> {
  const entry = matchCommand(commands, words);
  const [group] = commandGroup(commands, words);
  if (entry !== undefined) {
    return commandHelp(entry, await entry.load());
  }
  if (group !== undefined && words.length === 1) {
    const members = commands.filter(({ name }) => name.startsWith(`${group} `));
    return listHelp('', members, group, globalOptions);
  }
  if (words.length === 0) {
    return listHelp(INTRODUCTION, commands, '', globalOptions);
  }
  throw unknownCommand(commands, words);
}
