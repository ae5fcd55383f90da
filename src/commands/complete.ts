/** `deckcast __complete -- words…`, called by `completion`'s shell scripts. */
import { globalOptions } from '../operator/global-options.ts';
import type { Command } from '../settings/command.ts';
import { completionsFor } from '../settings/completion.ts';
import type { Program } from '../settings/invocation.ts';

export const completeFor = (program: Program): Command<typeof globalOptions> => ({
  arguments: [{ name: 'word', repeats: true }],
  options: globalOptions,
  configuration: 'none',
  /** Prints a candidate per line, with its description after a tab; the last line instructs the shell. */
  async run({ args, print }) {
    const { candidates, also } = await completionsFor(program, args);
    for (const [word, description] of candidates) {
      print(`${word}\t${description}\n`);
    }
    print(`:${also}\n`);
  },
});
