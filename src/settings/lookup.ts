import { UsageError } from '../core/errors.ts';
import type { CommandEntry } from './command.ts';
import { NameIndex, suggestion } from './names.ts';

/** Longest name first. */
export function matchCommand(
  commands: readonly CommandEntry[],
  words: readonly string[],
): CommandEntry | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, index) => word === words[index]))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

/** First words of some commands: `config` of `config chekc`. */
export function commandGroup(commands: readonly CommandEntry[], words: readonly string[]): readonly string[] {
  const [first = ''] = words;
  return commands.some(({ name }) => name.startsWith(`${first} `)) ? [first] : [];
}

export function unknownCommand(commands: readonly CommandEntry[], words: readonly string[]): UsageError {
  const group = commandGroup(commands, words);
  const typed = words.slice(0, group.length + 1).join(' ');
  const names = commands.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const candidates = group.length > 0 ? names : names.flatMap((name) => [name, name.split(' ', 1).join()]);
  const meant = new NameIndex(candidates).meant(typed);
  const hint = suggestion(meant) || '; "deckcast help" lists the commands';
  return new UsageError([{ where: typed, what: `unknown command${hint}` }]);
}
