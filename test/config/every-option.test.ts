import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../src/commands/index.ts';
import { type OptionSpec, type OptionTable, Secret } from '../../src/core/option.ts';
import { startOptions } from '../../src/operator/options.ts';
import { FILE_OPTION, inFull, readChanges, type WantedSettings } from '../../src/settings/changes.ts';
import { editText, isEditable } from '../../src/settings/edit/index.ts';
import { readConfigContent } from '../../src/settings/file.ts';
import { FORMATS } from '../../src/settings/formats/index.ts';
import { fold } from '../../src/settings/names.ts';
import { defaultOf, resolve } from '../../src/settings/resolve.ts';
import { CONFIG_WRITERS } from '../support/config-writers.ts';
import { ROOT } from '../support/files.ts';
import { amount } from '../support/full-length.ts';

const environment = { platform: 'linux', env: {}, configDir: '/etc/deckcast' } as const;

/** Each option accepts some that differ from its default. */
const TEXTS = [
  ...'9 99 300 22050 1048599 3m 5ms 250ms /9/x true 127.0.0.1:99 http://127.0.0.1:99 ws://127.0.0.1:99'.split(
    ' ',
  ),
  ...'icecast://user:word@127.0.0.1:99/live 0099cc x9 (?P<title>x)(?P<artist>y) windows-1251 shift_jis gbk'.split(
    ' ',
  ),
  // Existing pictures and folders.
  ...['themes/shared/icon.svg', 'dashboard/shell/icon-180.png', 'dashboard/shell/mark.svg'].map((file) =>
    join(ROOT, file),
  ),
  ...['src', 'test', 'docs'].map((folder) => join(ROOT, folder)),
];
/** Saved over each other in each format. */
const SAVED_IN_TURN = amount({ short: 2, full: Number.POSITIVE_INFINITY });
/** Groups of formats, of which an option gets one. */
const OF = amount({ short: 3, full: 1 });

const EDITABLE = [...FORMATS.keys()].filter(isEditable);
const READ_ONLY = [...FORMATS.keys()].filter((extension) => !isEditable(extension));

interface Row {
  readonly name: string;
  readonly spec: OptionSpec<unknown>;
  /** Three values that differ from the default and from each other, if the option has that many. */
  readonly texts: readonly string[];
}

function shown(spec: OptionSpec<unknown>, value: unknown): string {
  return value instanceof Secret ? value.reveal() : spec.kind.print(value);
}

async function rowOf([name, spec]: [string, OptionSpec<unknown>]): Promise<Row> {
  const usual = shown(spec, defaultOf(spec, environment));
  const texts = new Map<string, string>();
  for (const text of [...(spec.kind.choices ?? []), ...TEXTS]) {
    const parsed = await spec.kind.parse(text);
    // Typed relative paths are saved in full.
    const isSavedAsTyped = inFull(spec.kind, text) === text;
    if (parsed.ok && isSavedAsTyped && shown(spec, parsed.value) !== usual) {
      texts.set(shown(spec, parsed.value), text);
    }
  }
  return { name, spec, texts: [...texts.values()] };
}

const table: OptionTable = startOptions;
const rows = Promise.all(
  Object.entries(table)
    .filter(([name, { kind }]) => name !== FILE_OPTION && !kind.fileOnly)
    .map(rowOf),
);

const UNSAVED = { file: undefined, origins: {}, files: undefined, isHere: true };

async function read({ name, spec }: Row, inputs: Omit<Parameters<typeof resolve>[1], 'environment'>) {
  const { settings, origins, problems } = await resolve({ [name]: spec }, { ...inputs, environment });
  return { value: shown(spec, settings[name]), origin: origins[name], problems };
}

const fileWith = ({ name }: Row, text: string, extension = 'json') =>
  readConfigContent(`conf.${extension}`, Buffer.from(CONFIG_WRITERS[extension]?.([[name, text]]) ?? ''));

const shareOf = (index: number, formats: Iterable<string>) =>
  [...formats].filter((_, at) => (index + at) % OF === 0);

/** One test: a thousand would take longer than their work. */
function eachOption(does: string, check: (row: Row, index: number) => Promise<void>): void {
  test(`each option ${does}`, async () => {
    for (const [index, row] of (await rows).entries()) {
      expect(row.texts.length, row.name).toBeGreaterThan(0);
      await check(row, index).catch((error: unknown) => {
        throw new Error(`--${row.name}: ${error}`, { cause: error });
      });
    }
  });
}

eachOption('is read from every format', async (row, index) => {
  const { name, texts } = row;
  const [text = ''] = texts;
  const expected = (await read(row, { given: [{ name, text }] })).value;
  const extensions = shareOf(index, Object.keys(CONFIG_WRITERS));
  const results = [];
  for (const extension of extensions) {
    const { value, problems, origin } = await read(row, { file: await fileWith(row, text, extension) });
    results.push([extension, value, problems, origin?.from]);
  }
  expect(results).toEqual(extensions.map((extension) => [extension, expected, [], 'file']));
});

eachOption('is saved, and taken out again', async (row, index) => {
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
  const formats = shareOf(index, EDITABLE);
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

eachOption('has a line for the user to write in the other formats', async (row, index) => {
  const { name, spec, texts } = row;
  for (const extension of shareOf(index, READ_ONLY)) {
    for (const text of texts.slice(0, SAVED_IN_TURN)) {
      const { changes } = await readChanges({ [name]: spec }, { set: { [name]: text }, unset: [] }, UNSAVED);
      const edited = await editText(extension, '', changes);
      const line = edited.ok ? undefined : edited.byHand.written;
      const file = await readConfigContent(`conf.${extension}`, Buffer.from(line ?? ''));
      const { value, problems } = await read(row, { file });
      const expected = await read(row, { given: [{ name, text }] });
      expect([extension, value, problems]).toEqual([extension, expected.value, []]);
    }
  }
});

test('the table of every command has unambiguous names, each with a description', async () => {
  for (const entry of commands) {
    const { options } = await entry.load();
    const folded = Object.keys(options).map(fold);
    expect(new Set(folded).size).toBe(folded.length);
    for (const [name, { help }] of Object.entries(options)) {
      expect([name, help]).toEqual([name, expect.stringMatching(/^([^A-Z]|[A-Z]\S*[A-Z]).*[^.\s]$/)]);
    }
  }
});

test.each(EDITABLE)('a section of free names is saved in a %s file', async (extension) => {
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

test.each(EDITABLE)('settings saved together in a %s file are read back', async (extension) => {
  const all = await rows;
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
