/** `deckcast __complete -- words…`: called by the scripts of `completion` while the user types. */
import { globalOptions } from '../desk/global-options.ts';
import type { Command } from '../settings/command.ts';
import { completionsFor } from '../settings/completion.ts';
import type { Program } from '../settings/invocation.ts';

export const completeFor = (program: Program): Command<typeof globalOptions> => ({
  arguments: [{ name: 'word', repeats: true }],
  options: globalOptions,
  configuration: 'none',
  /** One candidate a line, its description behind a tab; the last line says what the shell adds. */
  async run({ args, print }) {
    const { candidates, also } = await completionsFor(program, args);
    for (const [word, description] of candidates) {
      print(`${word}\t${description}\n`);
    }
    print(`:${also}\n`);
  },
});
