import type { OptionTable } from '../core/option.ts';
import { flagNames, wordPositions } from './arguments.ts';
import type { Command } from './command.ts';
import type { Program } from './invocation.ts';
import { matchCommand } from './lookup.ts';

export interface Completion {
  /** Whole words; descriptions may be empty. */
  readonly candidates: readonly (readonly [word: string, description: string])[];
  readonly also: 'nothing' | 'files' | 'directories';
}

const NOTHING: Completion = { candidates: [], also: 'nothing' };

/** @param typed words after the program's name; the last one, often empty, is at the cursor */
export async function completionsFor(program: Program, typed: readonly string[]): Promise<Completion> {
  const before = typed.slice(0, -1);
  // PowerShell sends a blank for nothing.
  const current = typed.at(-1)?.trim() ?? '';
  if (before.includes('--')) {
    return NOTHING;
  }
  const words = wordPositions(program.globals, before).map((position) => before[position] ?? '');
  const entry = matchCommand(program.commands, words);
  const command = await entry?.load();
  const table = command?.options ?? program.globals;

  const pending = valueFlag(table, before.at(-1) ?? '');
  if (pending !== undefined && isPending(table, before)) {
    return valuesOf(table, pending, current, '');
  }
  const inline = /^(--[^=]+=)(.*)$/s.exec(current);
  if (inline !== null) {
    const [, prefix = '', value = ''] = inline;
    const name = flagNames(table).find(prefix.slice(2, -1));
    return name === undefined ? NOTHING : valuesOf(table, name, value, prefix);
  }
  if (current.startsWith('-')) {
    return { candidates: flagsOf(table).filter(([flag]) => flag.startsWith(current)), also: 'nothing' };
  }
  if (entry === undefined || entry.name === 'help') {
    const typedWords = entry === undefined ? words : words.slice(1);
    return { candidates: nextWords(program, typedWords, current), also: 'nothing' };
  }
  return argumentsOf(command, words.length - entry.name.split(' ').length, current);
}

function valueFlag(table: OptionTable, word: string): string | undefined {
  const name =
    word.startsWith('--') && !word.includes('=') ? flagNames(table).find(word.slice(2)) : undefined;
  return name === undefined || table[name]?.kind.standsAlone ? undefined : name;
}

/** Whether this is a value of the flag before it. */
function isPending(table: OptionTable, before: readonly string[]): boolean {
  return !wordPositions(table, [...before, 'marker']).includes(before.length);
}

function valuesOf(table: OptionTable, name: string, current: string, prefix: string): Completion {
  const kind = table[name]?.kind;
  // The last of comma-separated values is being typed.
  const done = current.slice(0, current.lastIndexOf(',') + 1);
  const words = [...(kind?.choices ?? []), ...Object.keys(kind?.choiceAliases ?? {})];
  const choices = words.map((word) => `${done}${word}`);
  const fitting = choices.filter((choice) => choice.startsWith(current));
  const paths = { file: 'files', directory: 'directories' } as const;
  return {
    candidates: fitting.map((choice) => [`${prefix}${choice}`, '']),
    also: kind?.path === undefined ? 'nothing' : paths[kind.path],
  };
}

function flagsOf(table: OptionTable): readonly (readonly [string, string])[] {
  const flags = Object.entries(table)
    .filter(([, { kind }]) => !kind.fileOnly)
    .map(([name, { help }]): readonly [string, string] => [`--${name}`, help]);
  return [...flags, ['--help', 'show help'], ['--version', 'print the version']];
}

function nextWords(
  program: Program,
  words: readonly string[],
  current: string,
): readonly (readonly [string, string])[] {
  const next = new Map<string, string>();
  for (const { name, summary, hidden } of program.commands) {
    const parts = name.split(' ');
    const word = parts[words.length];
    if (!hidden && word?.startsWith(current) && words.every((typed, index) => typed === parts[index])) {
      const isWhole = parts.length === words.length + 1;
      next.set(word, isWhole ? summary : (next.get(word) ?? `${word} commands`));
    }
  }
  return [...next];
}

function argumentsOf(command: Command | undefined, index: number, current: string): Completion {
  const expected = command?.arguments ?? [];
  const argument = expected[index] ?? (expected.at(-1)?.repeats ? expected.at(-1) : undefined);
  const choices = (argument?.choices ?? []).filter((choice) => choice.startsWith(current));
  return { candidates: choices.map((choice) => [choice, '']), also: 'nothing' };
}
