import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { OptionTable } from '../core/option.ts';
import { type Arguments, readArguments, wordPositions } from './arguments.ts';
import type { Command, CommandEntry, CommandEnvironment, Reloaded } from './command.ts';
import { inLineOrder, located } from './entries.ts';
import { type ConfigFile, findConfigFile, readConfigFile } from './file.ts';
import { commandGroup, matchCommand, unknownCommand } from './lookup.ts';
import { NameIndex, type RemovedOptions, suggestion } from './names.ts';
import { searchedFolders } from './places.ts';
import { type Resolution, resolve } from './resolve.ts';

export interface Program {
  readonly commands: readonly CommandEntry[];
  /** Allowed before the command's name. */
  readonly globals: OptionTable;
  readonly configOption: string;
  readonly removed?: RemovedOptions;
}

export interface Invocation extends Reloaded {
  readonly entry: CommandEntry;
  readonly command: Command;
  readonly args: readonly string[];
  /** Folders searched for a file; empty if none was needed. */
  readonly searched: readonly string[];
  reload(file?: ConfigFile): Promise<Reloaded>;
}

interface Found {
  readonly entry: CommandEntry;
  readonly rest: readonly string[];
}

/**
 * No command, `--help` and `-h` become `help`, `--version` and `-v` `version`. Throws a UsageError for an unknown
 * command; other problems are in the result.
 */
export async function readInvocation(
  program: Program,
  argv: readonly string[],
  surroundings: CommandEnvironment,
): Promise<Invocation> {
  const { entry, rest } = findCommand(program, argv);
  const command = await entry.load();
  const given = readArguments(command.options, rest, program.removed);
  if (given.help && entry.name !== 'help') {
    return readInvocation(program, ['help', ...entry.name.split(' ')], surroundings);
  }
  if (given.version && entry.name !== 'version') {
    const globals = given.given.filter(({ name }) => name in program.globals);
    const argv = ['version', ...globals.map(({ name, text }) => `--${name}=${text}`)];
    return readInvocation(program, argv, surroundings);
  }
  const { disk: patient } = surroundings;
  const environment =
    command.waitsForFolders || !patient ? surroundings : { ...surroundings, files: patient };
  const searched = command.configuration === 'none' ? [] : searchedFolders(environment);
  const reload = (file?: ConfigFile) => reloadOptions(program, command, given, environment, file);
  const loaded = await reload();
  return {
    ...loaded,
    problems: [...given.problems, ...checkArguments(entry, command, given), ...loaded.problems],
    entry,
    command,
    args: given.positionals,
    searched: loaded.configFile === undefined ? searched : [],
    reload,
  };
}

function findCommand(program: Program, argv: readonly string[]): Found {
  const positions = wordPositions(program.globals, argv);
  const words = positions.map((position) => argv[position] ?? '');
  const named = matchCommand(program.commands, words);
  if (named !== undefined) {
    const used = new Set(positions.slice(0, named.name.split(' ').length));
    return { entry: named, rest: argv.filter((_, position) => !used.has(position)) };
  }
  const help = program.commands.find(({ name }) => name === 'help');
  if (help !== undefined && words.length === commandGroup(program.commands, words).length) {
    return { entry: help, rest: argv.filter((word) => word !== '--help' && word !== '-h') };
  }
  throw unknownCommand(program.commands, words);
}

function checkArguments(
  { name }: CommandEntry,
  { arguments: expected = [], noArguments }: Command,
  { positionals, strays }: Arguments,
): readonly Problem[] {
  if (expected.length === 0) {
    // Omits the word, which may be a key without its flag.
    const hint = noArguments === undefined ? '' : `; ${noArguments}`;
    return positionals.every((word) => strays.has(word))
      ? []
      : [{ where: name, what: `this command takes no arguments${hint}` }];
  }
  const problems: Problem[] = [];
  for (const [index, argument] of expected.entries()) {
    const words = argument.repeats ? positionals.slice(index) : positionals.slice(index, index + 1);
    if (words.length === 0 && argument.required) {
      problems.push({
        where: `<${argument.name}>`,
        what: `an argument is missing${oneOf(argument.choices) || '; --help shows the command'}`,
      });
    }
    for (const word of words) {
      if (argument.choices !== undefined && !argument.choices.includes(word)) {
        const meant = new NameIndex(argument.choices).meant(word);
        problems.push({
          where: word,
          what: `not a known ${argument.name}${oneOf(argument.choices)}${suggestion(meant)}`,
        });
      }
    }
  }
  const most = expected.at(-1)?.repeats ? Number.POSITIVE_INFINITY : expected.length;
  return [
    ...problems,
    ...positionals
      .slice(most)
      .filter((word) => !strays.has(word))
      .map((word) => ({ where: word, what: 'unexpected argument' })),
  ];
}

function oneOf(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : `: ${choices.join(', ')}`;
}

async function reloadOptions(
  program: Program,
  command: Command,
  { given }: Arguments,
  environment: CommandEnvironment,
  instead?: ConfigFile,
): Promise<Reloaded> {
  if (command.configuration === 'none') {
    const resolution = await resolve(command.options, { environment: { ...environment, env: {} }, given });
    const { problems, warnings } = sortedFor(command, resolution);
    return { resolution, problems, warnings };
  }
  const file = instead ?? (await readFile(program, given, environment, command.readsWhatItCan));
  const resolution = await resolve(command.options, {
    environment,
    given,
    file,
    complete: command.configuration === 'all',
    otherNames: () => configurableNames(program.commands),
    ...(program.removed && { removed: program.removed }),
  });
  const isCommandLine = ({ where }: Problem): boolean => where.startsWith('--');
  const found = sortedFor(command, resolution);
  const ignored = command.readsWhatItCan ? found.problems.filter((one) => !isCommandLine(one)) : [];
  const checked = await located((await command.check?.(resolution, environment)) ?? [], file);
  const goesOn = command.explainsProblems || command.readsWhatItCan;
  const refusing = goesOn ? found.problems.filter(isCommandLine) : found.problems;
  return {
    resolution: command.explainsProblems
      ? { ...resolution, problems: inLineOrder([...resolution.problems, ...checked], file?.path) }
      : resolution,
    problems: command.explainsProblems ? refusing : inLineOrder([...refusing, ...checked], file?.path),
    warnings: inLineOrder(
      [
        ...(file?.blank ? [{ where: file.path, what: say('settings.file-empty-defaults') }] : []),
        ...found.warnings,
        ...ignored.map(({ where, what }) => ({
          where,
          what: say('settings.ignored-here', { problem: what }),
        })),
      ],
      file?.path,
    ),
    ...(file && { configFile: file.path }),
    ...(file?.blank && { blankFile: true }),
  };
}

function sortedFor({ waitsForFolders }: Command, { problems, missing, warnings }: Resolution) {
  return waitsForFolders
    ? { problems, warnings: [...warnings, ...missing] }
    : { problems: [...problems, ...missing], warnings };
}

/** Options that commands read from a configuration. Loads all commands. */
async function configurableNames(entries: readonly CommandEntry[]): Promise<readonly string[]> {
  const commands = await Promise.all(entries.map(({ load }) => load()));
  return commands
    .filter(({ configuration }) => configuration !== 'none')
    .flatMap(({ options }) => Object.keys(options));
}

async function readFile(
  program: Program,
  given: Arguments['given'],
  environment: CommandEnvironment,
  inPart = false,
) {
  const spec = program.globals[program.configOption];
  const table = spec === undefined ? {} : { [program.configOption]: spec };
  const path: unknown = (await resolve(table, { environment, given })).settings[program.configOption];
  return typeof path === 'string' && path !== ''
    ? readConfigFile(path, environment.disk, inPart)
    : findConfigFile(searchedFolders(environment), inPart);
}
