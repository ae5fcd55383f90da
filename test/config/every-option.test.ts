import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/commands/index.ts';
import { type OptionSpec, type OptionTable, Secret } from '../../src/core/option.ts';
import { startOptions } from '../../src/desk/options.ts';
import { readArguments } from '../../src/settings/arguments.ts';
import { readChanges, type WantedSettings } from '../../src/settings/changes.ts';
import { editText } from '../../src/settings/edit/index.ts';
import { readConfigContent } from '../../src/settings/file.ts';
import { FORMATS } from '../../src/settings/formats/index.ts';
import { environmentName, fold } from '../../src/settings/names.ts';
import { defaultOf, resolve } from '../../src/settings/resolve.ts';
import { CONFIG_WRITERS } from '../support/config-writers.ts';
import { ROOT } from '../support/files.ts';
import { amount } from '../support/full-length.ts';

const environment = { platform: 'linux', env: {}, configDir: '/etc/deckcast' } as const;

/** Texts of all kinds; for each option some are values that differ from its default. */
const TEXTS = [
  '9',
  '99',
  '300',
  '22050',
  '1048599',
  '3m',
  '/9/x',
  'true',
  '127.0.0.1:99',
  'http://127.0.0.1:99',
  'ws://127.0.0.1:99',
  'icecast://user:word@127.0.0.1:99/live',
  '0099cc',
  'x9',
  '(?P<title>x)(?P<artist>y)',
  // Folders that are there.
  join(ROOT, 'src'),
  join(ROOT, 'test'),
  join(ROOT, 'docs'),
];
/** Texts that hardly any option takes. */
const BAD_TEXTS = ['-1', 'no such thing', '\0', 'ftp://x', '('];

/** Texts that somebody types to break things. */
const HOSTILE = [
  ...BAD_TEXTS,
  '1e9',
  '99999999999999999999',
  '../../etc/passwd\0.png',
  '<img src=x onerror=alert(1)>',
  '[',
  '(?P<title>x',
  '\\',
  '5 minutes',
  '5s5',
  '::1:',
  '256.0.0.1:99999',
  'javascript:alert(1)',
  'http:///x',
  'ws:x',
  'true false',
  '#12345',
  '/a b',
  '/*',
  '"',
  'a,"b',
  '$(reboot)',
  '{{7*7}}',
  '\u202e',
  'x'.repeat(10_000),
];
/** How many of them were refused. */
let refused = 0;

/** How many values of an option are saved over each other in each format. */
const SAVED_IN_TURN = amount({ short: 2, full: Number.POSITIVE_INFINITY });
/** Of how many formats, and hostile texts, an option meets one: each of them has its share of the options. */
const OF = amount({ short: 3, full: 1 });

interface Row {
  readonly name: string;
  readonly spec: OptionSpec<unknown>;
  /** Three values that differ from the default and from each other, where the option has as many. */
  readonly texts: readonly string[];
  readonly bad: string | undefined;
}

/** What a value says, secrets included. */
function shown(spec: OptionSpec<unknown>, value: unknown): string {
  return value instanceof Secret ? value.reveal() : spec.kind.print(value);
}

const rows = new Map<string, Promise<Row>>();

function rowOf(name: string, spec: OptionSpec<unknown>): Promise<Row> {
  const row = rows.get(name) ?? makeRow(name, spec);
  rows.set(name, row);
  return row;
}

async function makeRow(name: string, spec: OptionSpec<unknown>): Promise<Row> {
  const usual = shown(spec, defaultOf(spec, environment));
  const texts = new Map<string, string>();
  let bad: string | undefined;
  for (const text of [...(spec.kind.choices ?? []), ...TEXTS]) {
    const parsed = await spec.kind.parse(text);
    if (parsed.ok && shown(spec, parsed.value) !== usual) {
      texts.set(shown(spec, parsed.value), text);
    }
  }
  for (const text of BAD_TEXTS) {
    if (!(await spec.kind.parse(text)).ok) {
      bad ??= text;
    }
  }
  return { name, spec, texts: [...texts.values()], bad };
}

const table: OptionTable = startOptions;
const flags = Object.entries(table).filter(([, { kind }]) => !kind.fileOnly);

/** What a form is read beside where there is no file yet. */
const UNSAVED = { file: undefined, origins: {}, fixed: [], files: undefined, isHere: true };

/** What is read where nothing else is said. */
async function read(
  { name, spec }: Row,
  inputs: Omit<Parameters<typeof resolve>[1], 'environment'>,
  env = {},
) {
  const { settings, origins, problems } = await resolve(
    { [name]: spec },
    { ...inputs, environment: { ...environment, env } },
  );
  return { value: shown(spec, settings[name]), origin: origins[name], problems };
}

const fileWith = ({ name }: Row, text: string, extension = 'json') =>
  readConfigContent(`conf.${extension}`, Buffer.from(CONFIG_WRITERS[extension]?.([[name, text]]) ?? ''));

/** Those of a list that an option meets. */
const shareOf = <Item>({ name }: Row, all: readonly Item[]): Item[] => {
  const first = flags.findIndex(([flag]) => flag === name);
  return all.filter((_, at) => (first + at) % OF === 0);
};

/** One test for all options: a thousand would take longer than what they do. */
function eachOption(does: string, check: (row: Row) => Promise<void>): void {
  test(`each option ${does}`, async () => {
    for (const [name, spec] of flags) {
      const row = await rowOf(name, spec);
      expect(row.texts.length, name).toBeGreaterThan(0);
      await check(row).catch((error: unknown) => {
        throw new Error(`--${name}: ${error}`, { cause: error });
      });
    }
  });
}

eachOption('is read from the command line', async (row) => {
  const { name, spec, texts } = row;
  for (const text of texts) {
    const { given, problems } = readArguments({ [name]: spec }, [`--${name}=${text}`]);
    const result = await read(row, { given });
    const parsed = await spec.kind.parse(text);
    expect(result.value).toBe(parsed.ok ? shown(spec, parsed.value) : 'refused');
    expect([...problems, ...result.problems]).toEqual([]);
  }
});

eachOption('is read from every format', async (row) => {
  const { name, texts } = row;
  const [text = ''] = texts;
  const expected = (await read(row, { given: [{ name, text }] })).value;
  const extensions = shareOf(row, Object.keys(CONFIG_WRITERS));
  const results = [];
  for (const extension of extensions) {
    const { value, problems, origin } = await read(row, { file: await fileWith(row, text, extension) });
    results.push([extension, value, problems, origin?.from]);
  }
  expect(results).toEqual(extensions.map((extension) => [extension, expected, [], 'file']));
});

eachOption('is saved, and taken out again', async (row) => {
  const { name, spec, texts } = row;
  const save = async (extension: string, text: string, wanted: WantedSettings) => {
    const content = (written: string) => readConfigContent(`conf.${extension}`, Buffer.from(written));
    const file = await content(text);
    const { changes, problems } = await readChanges({ [name]: spec }, wanted, { ...UNSAVED, file });
    const edited = await editText(extension, text, changes);
    expect([extension, problems, edited.ok]).toEqual([extension, [], true]);
    const written = edited.ok ? edited.text : '';
    return { written, ...(await read(row, { file: await content(written) })) };
  };
  const results = [];
  const expected = [];
  const formats = shareOf(row, [...FORMATS.keys()]);
  for (const extension of formats) {
    let written = '';
    for (const text of texts.slice(0, SAVED_IN_TURN)) {
      const result = await save(extension, written, { set: { [name]: text }, unset: [] });
      results.push([extension, result.value, result.problems, result.origin?.from]);
      expected.push([extension, (await read(row, { given: [{ name, text }] })).value, [], 'file']);
      written = result.written;
    }
    const without = await save(extension, written, { set: {}, unset: [name] });
    results.push([extension, without.origin?.from]);
    expected.push([extension, 'default']);
  }
  expect(results).toEqual(expected);
});

eachOption('is refused in a form in the words of the command line', async (row) => {
  const { name, spec } = row;
  const inForm = [];
  const onLine = [];
  for (const text of shareOf(row, HOSTILE)) {
    const { problems } = await readChanges({ [name]: spec }, { set: { [name]: text }, unset: [] }, UNSAVED);
    inForm.push(problems.map(({ where, what }) => ({ where, what })));
    onLine.push((await read(row, { given: [{ name, text }] })).problems);
    refused += problems.length;
  }
  expect(inForm).toEqual(onLine);
});

eachOption('is a flag first, then a variable, then a line of a file', async (row) => {
  const { name, spec, texts } = row;
  const [inFile = '', inVariable = inFile, onLine = inVariable] = texts;
  const env = { [environmentName(name)]: inVariable };
  const file = await fileWith(row, inFile);
  const given = [{ name, text: onLine }];
  const origins = [
    await read(row, { file }),
    await read(row, { file }, env),
    await read(row, { file, given }, env),
    await read(row, { given }),
  ];
  expect(origins.map(({ origin }) => origin?.from)).toEqual(['file', 'environment', 'flag', 'flag']);
  const parsed = await Promise.all([inFile, inVariable, onLine].map((text) => spec.kind.parse(text)));
  const values = parsed.map((each) => (each.ok ? shown(spec, each.value) : 'refused'));
  expect(origins.slice(0, 3).map(({ value }) => value)).toEqual(values);
});

eachOption('names its place when its value is bad', async (row) => {
  const { name, bad } = row;
  const file = await readConfigContent('conf.json', Buffer.from(JSON.stringify({ [name]: [{}] })));
  const inFile = await read(row, { file });
  expect(inFile.problems).toHaveLength(1);
  expect(inFile.problems[0]?.where).toBe(`conf.json: ${name}`);
  if (bad !== undefined) {
    const onLine = await read(row, { given: [{ name, text: bad }] });
    expect(onLine.problems).toHaveLength(1);
    expect(onLine.problems[0]?.where).toMatch(`--${name}`);
    const inVariable = await read(row, {}, { [environmentName(name)]: bad });
    expect(inVariable.problems[0]?.where).toBe(environmentName(name));
  }
});
describe('the table of every command', () => {
  test('has no two names that read the same, and a help sentence for each', async () => {
    for (const entry of commands) {
      const { options } = await entry.load();
      const folded = Object.keys(options).map(fold);
      expect(new Set(folded).size).toBe(folded.length);
      for (const [name, { help }] of Object.entries(options)) {
        expect([name, help]).toEqual([name, expect.stringMatching(/^([^A-Z]|[A-Z]\S*[A-Z]).*[^.\s]$/)]);
      }
    }
  });
});

test('two hundred hostile values and more were refused', () => {
  expect(refused).toBeGreaterThan(200);
});

test.each([...FORMATS.keys()])('a section of free names is saved in a %s file', async (extension) => {
  const option = { 'theme.options': startOptions['theme.options'] };
  const first = { fontSize: 3, title: { font: 'Inter', 'x-y': true }, accent: '#58e0b5' };
  const second = { fontSize: 4, title: { font: 'Inter' }, note: 'it\'s "quoted"' };
  let text = '';
  for (const wanted of [first, second, {}]) {
    const content = (written: string) => readConfigContent(`conf.${extension}`, Buffer.from(written));
    const inputs = { ...UNSAVED, file: await content(text) };
    const { changes } = await readChanges(option, { set: { 'theme.options': wanted }, unset: [] }, inputs);
    const edited = await editText(extension, text, changes);
    text = edited.ok ? edited.text : JSON.stringify(edited.byHand);
    const { settings } = await resolve(option, { environment, file: await content(text) });
    expect(JSON.parse(JSON.stringify(settings['theme.options']))).toEqual(wanted);
  }
});

test.each([...FORMATS.keys()])('all that is saved at once in a %s file is read back', async (extension) => {
  const all = await Promise.all(flags.map(([name, spec]) => rowOf(name, spec)));
  const set = Object.fromEntries(all.map(({ name, texts }) => [name, texts[0] ?? '']));
  const { changes, problems } = await readChanges(table, { set, unset: [] }, UNSAVED);
  const edited = await editText(extension, '', changes);
  expect([problems, edited.ok]).toEqual([[], true]);
  const file = await readConfigContent(`conf.${extension}`, Buffer.from(edited.ok ? edited.text : ''));
  const inFile = await resolve(table, { environment, file });
  const given = all.map(({ name, texts }) => ({ name, text: texts[0] ?? '' }));
  const onLine = await resolve(table, { environment, given });
  const values = ({ settings }: typeof inFile) =>
    all.map(({ name, spec }) => `${name} = ${shown(spec, settings[name])}`);
  expect([inFile.problems, values(inFile)]).toEqual([[], values(onLine)]);
});
