import { type OptionGroup, type OptionSpec, type OptionTable, UserPath } from '../core/option.ts';
import { sentence } from '../core/text.ts';
import type { Argument, Command, CommandEntry } from './command.ts';
import { type HelpPage, indentOf, row, WIDTH, withDefault, wrap } from './help-page.ts';

const NAME = 'deckcast';

export const GROUPS: readonly (readonly [OptionGroup, string])[] = [
  ['Command flags', 'Flags'],
  ['Source and discovery', 'Source and discovery'],
  ['Metadata processing', 'Metadata processing'],
  ['Sinks', 'Sinks'],
  ['Enrichment', 'Enrichment'],
  ['Global flags', 'Global flags'],
];

export function commandHelp(entry: CommandEntry, command: Command): HelpPage {
  const words = [NAME, entry.name, ...(command.arguments ?? []).map(argumentWord), '[flags]'];
  return page(
    sentence(entry.summary),
    (command.details ?? '')
      .split('\n')
      // Only lines that are too long are prose; shorter ones keep their indentation.
      .flatMap((line) => (line.length <= WIDTH ? line : wrap(line, WIDTH)))
      .join('\n'),
    `Usage:\n  ${words.join(' ')}`,
    ...flagSections(command.options),
  );
}

/** Lists all commands, or those with the same first word. */
export function listHelp(
  introduction: string,
  commands: readonly CommandEntry[],
  prefix: string,
  options: OptionTable,
): HelpPage {
  const group = [NAME, prefix].filter((word) => word !== '').join(' ');
  return page(
    introduction,
    `Usage:\n  ${group} <command> [flags]`,
    ['Commands:', ...columns(commandRows(commands, prefix))],
    ...flagSections(options),
    `"${NAME} help <command>" shows more about a command.`,
  );
}

export function programHelp(introduction: string, usage: string, options: OptionTable): HelpPage {
  return page(introduction, `Usage:\n  ${usage}`, ...flagSections(options));
}

/** Commands with the same first word share a row, except on its page. */
function commandRows(commands: readonly CommandEntry[], prefix: string): readonly [string, string][] {
  const rows = new Map<string, string[]>();
  for (const { name, summary, hidden } of commands) {
    const [first = '', ...rest] = name.split(' ');
    const isShared = commands.some((other) => other.name !== name && other.name.startsWith(`${first} `));
    const heading = isShared && prefix === '' ? `${first} ...` : name;
    if (!hidden) {
      rows.set(heading, [...(rows.get(heading) ?? []), heading === name ? summary : rest.join(' ')]);
    }
  }
  return Array.from(rows, ([name, texts]) => [name, texts.join(', ')]);
}

function page(...paragraphs: readonly (string | HelpPage)[]): HelpPage {
  return paragraphs
    .filter(({ length }) => length > 0)
    .flatMap((paragraph, index) => (index === 0 ? paragraph : ['', ...[paragraph].flat()]));
}

export function argumentWord({ name, required, repeats }: Argument): string {
  const word = `${name}${repeats ? '...' : ''}`;
  return required ? `<${word}>` : `[${word}]`;
}

function flagSections(options: OptionTable): readonly HelpPage[] {
  const flags = Object.entries(options).filter(([, spec]) => !spec.kind.fileOnly);
  return GROUPS.map(([group, heading]) => {
    const rows = flags
      .filter(([, spec]) => spec.group === group)
      .map(([name, spec]): Row => [flagWord(name, spec), ...described(spec)]);
    if (group === 'Global flags') {
      rows.push(['-h, --help', 'show this page'], ['-v, --version', 'print the version']);
    }
    return rows.length === 0 ? [] : [`${heading}:`, ...columns(rows)];
  });
}

type Row = readonly [left: string, right: string, path?: UserPath];

function columns(rows: readonly Row[]): HelpPage {
  const indent = indentOf(rows.map(([left]) => left));
  return rows.map(([left, right, path]) =>
    path === undefined ? row(left, right, indent) : { flag: left, meaning: right, path, indent },
  );
}

export function flagWord(name: string, { kind }: OptionSpec<unknown>): string {
  return `--${name}${kind.type === '' ? '' : ` ${kind.type}`}`;
}

/** Includes allowed values that `help` does not name. */
export function meaningOf({ kind, help }: OptionSpec<unknown>): string {
  const choices = kind.standsAlone ? [] : (kind.choices ?? []);
  const isListed = choices.every((choice) => help.includes(choice));
  const aliases = Object.entries(kind.choiceAliases ?? {});
  const words = choices.map((choice) => {
    const others = aliases.flatMap(([alias, meant]) => (meant === choice ? [alias] : []));
    return others.length === 0 ? choice : `${choice} (or ${others.join(', ')})`;
  });
  return isListed ? help : `${help}: ${words.join(', ')}`;
}

/** Includes the default, but returns a path separately. */
export function described(spec: OptionSpec<unknown>): readonly [meaning: string, path?: UserPath] {
  const meaning = meaningOf(spec);
  if (spec.default instanceof UserPath) {
    return [meaning, spec.default];
  }
  const shown = spec.kind.print(spec.default);
  return [['', '0', '0s', 'false'].includes(shown) ? meaning : withDefault(meaning, shown)];
}
