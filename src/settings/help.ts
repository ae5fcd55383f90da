/** What `help` prints, from the command list and the option tables. */
import type { OptionEnvironment, OptionGroup, OptionSpec, OptionTable } from '../core/option.ts';
import type { Argument, Command, CommandEntry } from './command.ts';
import { defaultOf } from './resolve.ts';

const WIDTH = 100;
const NAME = 'deckcast';

/** The order in which flags are listed, with the heading of each group. */
export const GROUPS: readonly (readonly [OptionGroup, string])[] = [
  ['Command flags', 'Flags'],
  ['Source and discovery', 'Source and discovery'],
  ['Metadata processing', 'Metadata processing'],
  ['Sinks', 'Sinks'],
  ['Enrichment', 'Enrichment'],
  ['Global flags', 'Global flags'],
];

/** The page of one command. */
export function commandHelp(entry: CommandEntry, command: Command, environment: OptionEnvironment): string {
  const words = [NAME, entry.name, ...(command.arguments ?? []).map(argumentWord), '[flags]'];
  return page(
    sentence(entry.summary),
    command.details
      ?.split('\n')
      // Indentation is kept: only a line that is too long is prose.
      .flatMap((line) => (line.length <= WIDTH ? line : wrap(line, WIDTH)))
      .join('\n'),
    `Usage:\n  ${words.join(' ')}`,
    ...flagSections(command.options, environment),
  );
}

/** The page of several commands: of the whole program, or of those that begin with the same word. */
export function listHelp(
  introduction: string,
  commands: readonly CommandEntry[],
  prefix: string,
  options: OptionTable,
  environment: OptionEnvironment,
): string {
  const group = [NAME, prefix].filter((word) => word !== '').join(' ');
  return page(
    introduction,
    `Usage:\n  ${group} <command> [flags]`,
    `Commands:\n${columns(commandRows(commands, prefix))}`,
    ...flagSections(options, environment),
    `"${NAME} help <command>" shows more about a command.`,
  );
}

/** The page of a program without commands. */
export function programHelp(
  introduction: string,
  usage: string,
  options: OptionTable,
  environment: OptionEnvironment,
): string {
  return page(introduction, `Usage:\n  ${usage}`, ...flagSections(options, environment));
}

/** One row for each command; several with the same first word share one, except on the page of that word. */
function commandRows(commands: readonly CommandEntry[], prefix: string): readonly [string, string][] {
  const rows = new Map<string, string[]>();
  for (const { name, summary, hidden } of commands) {
    const [first = '', ...rest] = name.split(' ');
    const isShared = commands.some((other) => other.name !== name && other.name.startsWith(`${first} `));
    const row = isShared && prefix === '' ? `${first} ...` : name;
    if (!hidden) {
      rows.set(row, [...(rows.get(row) ?? []), row === name ? summary : rest.join(' ')]);
    }
  }
  return Array.from(rows, ([name, texts]) => [name, texts.join(', ')]);
}

function page(...paragraphs: readonly (string | undefined)[]): string {
  return `${paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '').join('\n\n')}\n`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** An argument as usage lines show it. */
export function argumentWord({ name, required, repeats }: Argument): string {
  const word = `${name}${repeats ? '...' : ''}`;
  return required ? `<${word}>` : `[${word}]`;
}

function flagSections(options: OptionTable, environment: OptionEnvironment): readonly string[] {
  const flags = Object.entries(options).filter(([, spec]) => !spec.kind.fileOnly);
  return GROUPS.map(([group, heading]) => {
    const rows = flags
      .filter(([, spec]) => spec.group === group)
      .map(([name, spec]): [string, string] => [flagWord(name, spec), describe(spec, environment)]);
    if (group === 'Global flags') {
      rows.push(['-h, --help', 'show this page'], ['-v, --version', 'print the version']);
    }
    return rows.length === 0 ? '' : `${heading}:\n${columns(rows)}`;
  });
}

/** The flag as one types it, with the type of its value. */
export function flagWord(name: string, { kind }: OptionSpec<unknown>): string {
  return `--${name}${kind.type === '' ? '' : ` ${kind.type}`}`;
}

/** The help sentence of an option, with the allowed values where it does not name them. */
export function meaningOf({ kind, help }: OptionSpec<unknown>): string {
  const choices = kind.standsAlone ? [] : (kind.choices ?? []);
  const isListed = choices.every((choice) => help.includes(choice));
  return isListed ? help : `${help}: ${choices.join(', ')}`;
}

/** The help sentence of an option, with its default. */
export function describe(spec: OptionSpec<unknown>, environment: OptionEnvironment): string {
  const shown = spec.kind.print(defaultOf(spec, environment));
  const isEmpty = ['', '0', '0s', 'false'].includes(shown);
  return `${meaningOf(spec)}${isEmpty ? '' : ` (default ${shown})`}`;
}

/** Two columns that fit a narrow terminal. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const longest = Math.max(...rows.map(([left]) => left.length));
  const indent = Math.min(longest, 42) + 4;
  return rows
    .map(([left, right]) => {
      const lines = wrap(right, WIDTH - indent);
      // A long name gets a line of its own.
      const first = left.length + 4 > indent ? [`  ${left}`] : [];
      const beside = first.length === 0 ? `  ${left}` : '';
      const texts = lines.map((line, index) =>
        `${(index === 0 ? beside : '').padEnd(indent)}${line}`.trimEnd(),
      );
      return [...first, ...texts].join('\n');
    })
    .join('\n');
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
