/** Pages of docs/reference, made from option tables, the command list and the program's own answers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commands, program } from '../../src/commands/index.ts';
import { type Problem, UsageError } from '../../src/core/errors.ts';
import type { Kind, OptionSpec, OptionTable } from '../../src/core/option.ts';
import { type StartSettings, startOptions } from '../../src/operator/options.ts';
import { PLACES } from '../../src/operator/settings/titles.ts';
import { readConfigFile } from '../../src/settings/file.ts';
import { commandHelp, GROUPS, meaningOf } from '../../src/settings/help.ts';
import { layOut } from '../../src/settings/help-page.ts';
import { readInvocation } from '../../src/settings/invocation.ts';
import * as kinds from '../../src/settings/kinds.ts';
import { environmentName } from '../../src/settings/names.ts';
import { defaultOf, resolve } from '../../src/settings/resolve.ts';
import { sinkParts } from '../../src/sinks/index.ts';
import { sourceAliases, sourceParts } from '../../src/sources/index.ts';

/** Environment that is equal on every machine. */
export const SOMEWHERE = {
  platform: 'linux',
  env: { HOME: '~' },
  configDir: '~/.config/deckcast',
  cwd: '/somewhere',
} as const;

/** English titles on pages, of options, their choices and parts, by the ids of `texts/options/`. */
export function optionTitles(): string {
  const titles = [...PLACES].map(([name, { title }]) => [`${name}.title`, title]);
  const choices = Object.entries<OptionSpec<unknown>>(startOptions).flatMap(([name, { kind }]) =>
    Object.entries(kind.choiceTitles ?? {}).map(([choice, title]) => [`${name}.choice.${choice}`, title]),
  );
  const parts = [...sourceParts, ...sinkParts].map(({ name, card }) => [`part.${name}`, card.title]);
  return `${JSON.stringify(Object.fromEntries([...titles, ...choices, ...parts]), undefined, 2)}\n`;
}

const GENERATED = '<!-- Made by `npm run docs` from the code; do not edit. -->';

export function optionsPage(): string {
  const groups = GROUPS.map(([group, heading]) => {
    const rows = Object.entries(inGroup(startOptions, group)).map(([name, spec]) => optionRow(name, spec));
    return rows.length === 0
      ? ''
      : `\n## ${heading}\n\n| Option | Type | Default | | Meaning |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${GENERATED}

# Options

Every option has one name. It is a flag (\`--osc.port=7001\`), a line of the configuration file (\`osc.port: 7001\`,
nested or not) and an environment variable (\`${environmentName('osc.port')}=7001\`). A flag beats the environment, the
environment beats the file, the file beats the default. \`deckcast config show\` tells which value comes from where.

**live**: its part reads it at each use, so a change of the configuration file or in [the browser](../guide/settings.md)
takes effect at once; for the others the part that reads them starts again. **file**: only the
configuration file can hold it. **secret**: its value is never shown; \`@path\` reads it from a file.

What is written of a track (\`outfile.format\` and the like) takes [these variables](../guide/files-chat-osc-webhook.md#text-for-anything).
${groups.join('')}`;
}

function optionRow(name: string, spec: OptionSpec<unknown>): string {
  const { kind } = spec;
  const shown = kind.print(defaultOf(spec, SOMEWHERE));
  const marks = [spec.live && 'live', kind.fileOnly && 'file', kind.secret && 'secret'].filter(Boolean);
  const cells = [
    `\`${name}\``,
    kind.type || 'bool',
    shown && `\`${shown}\``,
    marks.join(', '),
    meaningOf(spec),
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Every source and sink as on its card. */
export async function partsPage(): Promise<string> {
  const heading = row('Name', 'What it is', 'Its options');
  const { settings } = await resolve(startOptions, { environment: SOMEWHERE });
  const rows = (parts: readonly CardedPart[]): string =>
    [heading, '|---|---|---|', ...parts.map((part) => partRow(part, settings))].join('\n');
  return `${GENERATED}

# Sources and sinks

## Sources

\`--source\` names one or several of these. Where several words name one source, the first is the one in the log, in the
health and in the API.

${rows(sourceParts)}

## Sinks

Each is off until its options say where it writes or whom it tells, unless its description says otherwise.

${rows(sinkParts)}
`;
}

type CardedPart = Pick<(typeof sourceParts)[number] | (typeof sinkParts)[number], 'name' | 'card'>;

/** The part's own options, and further ones that its steps set. */
function partRow(
  { name, card: { title, about, settings, steps } }: CardedPart,
  defaults: StartSettings,
): string {
  const own = Object.keys({ ...settings?.common, ...settings?.rest });
  const set = steps(defaults, { here: '', host: '', callback: '' }).flatMap((step) => step.set ?? []);
  const all = [...new Set([...own, ...set])];
  const aliases = Object.entries(sourceAliases).flatMap(([alias, meant]) => (meant === name ? [alias] : []));
  const words = [name, ...aliases].map((word) => `\`${word}\``).join(', ');
  return row(words, `**${title}**: ${about}`, all.map((option) => `\`${option}\``).join(', '));
}

/** Options of one group, by default those of the command itself. */
export function inGroup(table: OptionTable, group = 'Command flags'): OptionTable {
  return Object.fromEntries(Object.entries(table).filter(([, spec]) => spec.group === group));
}

export async function commandsPage(): Promise<string> {
  const sections: string[] = [];
  for (const entry of commands.filter(({ hidden }) => !hidden)) {
    const command = await entry.load();
    const help = layOut(commandHelp(entry, { ...command, options: inGroup(command.options) }), SOMEWHERE);
    const flags = entry.name === 'start' || command.options['http.addr'] === startOptions['http.addr'];
    const note = flags ? '\nIt takes the options of [options.md](options.md).\n' : '';
    sections.push(`## ${entry.name}\n\n\`\`\`text\n${help}\`\`\`\n${note}`);
  }
  return `${GENERATED}

# Commands

Every command takes the global flags of [options.md](options.md).

${sections.join('\n')}`;
}

export const EXIT_STATUS = [
  ['0', 'done'],
  ['1', 'failed while running: a port in use, a log file that cannot be written, a service that refuses'],
  ['2', 'wrong usage or configuration; every problem is told at once, each with its place'],
  ['129, 130, 143', 'stopped in order by SIGHUP, SIGINT (Ctrl-C) or SIGTERM'],
] as const;

const BAD_VALUES: readonly (readonly [string, Kind<unknown>, readonly string[]])[] = [
  ['bool', kinds.flag, ['yes']],
  ['uint', kinds.uint(), ['-1', '1.5']],
  ['uint with a range', kinds.port, ['70000']],
  ['duration', kinds.duration, ['5', 'soon']],
  ['one of several words', kinds.choice(['volume', 'lead', 'altlead']), ['loud']],
  ['list of words', kinds.choices(['native', 'catalog']), ['native,web']],
  ['list', kinds.list, ['"a', 'a"b']],
  ['address', kinds.address, ['studio']],
  ['web address', kinds.url, ['example.org']],
  ['OSC address', kinds.oscAddress, ['artist']],
  ['color', kinds.hexColor, ['white']],
  ['regular expression', kinds.regex(), ['(abc', 'a(?=b)']],
  ['regular expression with a group', kinds.regex('title'), ['(.*)']],
  ['secret', kinds.secret, ['@/no/such/file']],
];

const BAD_COMMAND_LINES: readonly string[] = [
  'strat',
  'config chekc',
  'start --osc.prot=1',
  'start --theme=slider',
  'start --zoom=2',
  'start --osc.port',
  'start -osc.port=1',
  'start --vresion',
  'version please',
  'completion',
  'theme new',
  'completion tcsh',
];

const BAD_FILES: readonly (readonly [string, string])[] = [
  ['conf.xml', '<a/>'],
  ['conf.json', '{"osc": {"port": 7001}'],
  ['conf.json', '{"chat": {"channel": 1234567890123456789}}'],
  ['conf.yaml', 'osc:\n  port: 1\n  port: 2\n'],
  ['conf.yaml', 'osc: {prot: 7001}\nhwdevice.discovery.timeout: 5\n'],
  ['conf.toml', 'osc.port = \n'],
  ['conf.hcl', 'osc {\n  port = 7001\n'],
  ['conf.env', 'OSC_PORT\n'],
  ['conf.ini', '[osc]\nport = high\n'],
  ['conf.ini', 'delay = 1\nDELAY = 2\n'],
];

/** `folder` is for the examples' configuration files. */
export async function errorsPage(folder: string): Promise<string> {
  const values: string[] = [];
  for (const [kind, { parse }, texts] of BAD_VALUES) {
    for (const text of texts) {
      const parsed = await parse(text);
      values.push(row(kind, `\`${text}\``, parsed.ok ? 'accepted' : String(parsed.problem)));
    }
  }
  const lines: string[] = [];
  for (const line of BAD_COMMAND_LINES) {
    lines.push(row(`\`deckcast ${line}\``, ...(await commandLineProblem(line))));
  }
  const files: string[] = [];
  for (const [index, [name, content]] of BAD_FILES.entries()) {
    const path = join(folder, `${index}`, name);
    for (const { where, what } of await fileProblems(path, content)) {
      const place = where.replace(path, `/home/dj/${name}`);
      files.push(row(`\`${content.trim().replaceAll('\n', '⏎')}\``, `\`${place}\``, String(what)));
    }
  }
  return `${GENERATED}

# Errors

| Exit status | |
|---|---|
${EXIT_STATUS.map(([status, meaning]) => row(status, meaning)).join('\n')}

## Values

| Type | Value | Answer |
|---|---|---|
${values.join('\n')}

## Command lines

| | Place | Answer |
|---|---|---|
${lines.join('\n')}

## Configuration files

⏎ is the end of a line. An unknown name is a warning; everything else stops the start.

| Content | Place | Answer |
|---|---|---|
${files.join('\n')}
`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

async function commandLineProblem(line: string): Promise<[string, string]> {
  const [problem] = await readInvocation(program, line.split(' '), SOMEWHERE).then(
    ({ problems }) => problems,
    (error: unknown) => (error instanceof UsageError ? error.problems : Promise.reject(error)),
  );
  return [`\`${problem?.where}\``, String(problem?.what ?? 'accepted')];
}

async function fileProblems(path: string, content: string): Promise<readonly Problem[]> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  const file = await readConfigFile(path);
  const { problems, warnings } = await resolve(startOptions, {
    environment: SOMEWHERE,
    file,
    complete: true,
  });
  return [...problems, ...warnings];
}
