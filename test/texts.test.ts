/** The catalogue of texts and its use in pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flagNamer } from '../dashboard/flags.js';
import { say, spoken } from '../src/core/message.ts';
import { REPORTS } from '../src/sets/formats/reports.ts';
import { SET_FILE_FORMATS } from '../src/web/export.ts';
import { format } from '../texts/format.js';
import { filesBelow, ROOT } from './support/files.ts';

const catalogue = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(ROOT, 'texts', `${language}.json`), 'utf8'));
const ENGLISH = catalogue('en');
const PAGES = catalogue('pages/en');
const titleOf = (option: string) => catalogue('options/en')[`${option}.title`];
const LANGUAGES = filesBelow(join(ROOT, 'texts'), '.json')
  .filter((file) => !/[/\\](pages|options|english)[/\\]/.test(file))
  .map((file) => file.replace(/^.*[/\\]|\.json$/g, ''))
  .filter((language) => language !== 'en');

/** Values, and names of help pages, which pages show as links. */
const placeholders = (text: string) =>
  [...new Set(text.match(/\{\w+\}|\(\w+ ?\w+: \/help\/[a-z-]+\)/g) ?? [])].sort();

describe.each(LANGUAGES)('the catalogue in %s', (language) => {
  test.each([
    [language, ENGLISH],
    [`pages/${language}`, PAGES],
  ])('has the ids and the placeholders of the English one: %s', (name, english) => {
    const texts = catalogue(name);
    const wrong = Object.keys(texts).filter(
      (id) => `${placeholders(texts[id] ?? '')}` !== `${placeholders(english[id] ?? 'unknown id {}')}`,
    );
    expect(wrong).toEqual([]);
    const missing = Object.keys(english).filter((id) => texts[id] === undefined);
    // Missing texts are shown in English, so they are no failure.
    process.stdout.write(`texts/${name}.json lacks ${missing.length} texts: ${missing}\n`);
  });

  test('is about options that exist', () => {
    const names = Object.keys(catalogue(`options/${language}`))
      .map((id) => id.replace(/\.(title|help|words|choice\..*)$/, ''))
      .filter((name) => !name.startsWith('group.'));
    expect(names.filter((name) => titleOf(name) === undefined)).toEqual([]);
  });
});

test('the pages show every word of their catalogue', () => {
  const sources = ['dashboard', 'themes/gallery']
    .flatMap((folder) => [
      ...filesBelow(join(ROOT, folder), '.js'),
      ...filesBelow(join(ROOT, folder), '.html'),
    ])
    .concat(
      join(ROOT, 'src/web/incomplete.ts'),
      join(ROOT, 'src/web/pages.ts'),
      filesBelow(join(ROOT, 'src/sets/page'), '.ts'),
    )
    .filter((file) => !file.endsWith('lit-html.js'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // The page builds some ids from the name of a product, a format, a scene, a reason, a value or a state.
  const made =
    /^(column|gear|value|hidden|silence|set\.as|setup-look\.scene|look\.(sample|scene|group))[.-]|^operator\.((hides?|show)-|(un)?noted)/;
  expect(
    Object.keys(PAGES).filter(
      (id) => !made.test(id) && !sources.includes(`'${id}'`) && !sources.includes(`"${id}"`),
    ),
  ).toEqual([]);
});

test('the page has words for every fact that a report may lack', () => {
  const columns = Object.values(REPORTS).flatMap(({ needs }) => needs.flat(2) as string[]);
  const ids = new Set(columns.map((column) => `column.${column.toLowerCase().replace(/[ _]/g, '-')}`));
  expect(Object.keys(PAGES).filter((id) => id.startsWith('column.'))).toEqual([...ids].sort());
});

test('the pages name each file that a set can be saved as', () => {
  const ids = SET_FILE_FORMATS.map((format) => `set.as-${format}`);
  expect(Object.keys(PAGES).filter((id) => id.startsWith('set.as-'))).toEqual(ids.toSorted());
});

test('the program says every text of the catalogue', () => {
  const sources = filesBelow(join(ROOT, 'src'), '.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  expect(Object.keys(ENGLISH).filter((id) => !sources.includes(`'${id}'`))).toEqual([]);
});

test('a German text without an id has the placeholders of the English one', () => {
  const wrong = Object.entries(catalogue('english/de')).filter(
    ([english, german]) => `${placeholders(english)}` !== `${placeholders(german)}`,
  );
  expect(wrong).toEqual([]);
});

describe('a text', () => {
  const language = {
    template: (id: string) => ({ outer: 'A {inner}, {list}', inner: '{n} of {option} by {part}' })[id],
    option: (name: string) => `“${name}”`,
    part: (name: string) => name.toUpperCase(),
  };
  const inner = { id: 'inner', params: { n: 1, option: { option: 'osc.port' }, part: { part: 'osc' } } };

  test('formats its values, texts among them', () => {
    const params = { inner, list: ['b', { id: 'inner' }] };
    expect(format({ id: 'outer', params }, language)).toBe(
      'A 1 of “osc.port” by OSC, b; {n} of {option} by {part}',
    );
  });

  test('shows its id if no template has it', () => {
    expect(format({ id: 'unknown' }, language)).toBe('unknown');
  });

  test('reads as English in a string, and in JSON', () => {
    const text = say('health.with-advice', { problem: 'no sound', advice: 'turn it up' });
    expect(`${text}`).toBe('no sound (turn it up)');
    expect(JSON.stringify({ text })).toBe('{"text":"no sound (turn it up)"}');
  });

  test('goes to pages in English, with its id and values', () => {
    const text = say('health.with-advice', { problem: 'no sound', advice: say('decks.one', { deck: 2 }) });
    expect(spoken<{ problems: { text: string }[] }>({ problems: [{ text }] })).toEqual({
      problems: [
        {
          text: 'no sound (deck 2)',
          said: {
            text: {
              id: 'health.with-advice',
              params: { problem: 'no sound', advice: { id: 'decks.one', params: { deck: 2 } } },
            },
          },
        },
      ],
    });
  });
});

describe('flags in a text of the server', () => {
  const named = flagNamer((name) => titleOf(name) && `“${titleOf(name)}”`);

  test.each([
    ['set --obs.password to the one that OBS shows', 'set “Password of OBS” to the one that OBS shows'],
    [
      'use --detection.algorithm=lead, or leave it',
      'use “How the track on air is found” (lead), or leave it',
    ],
    ["x doesn't exist yet (--softa.filename)", "x doesn't exist yet"],
    ['x is refused (check --page.url; y)', `x is refused (check “${titleOf('page.url')}”; y)`],
    ['run "deckcast doctor --report"', 'run "deckcast doctor --report"'],
  ])('become the titles of fields: %s', (text, shown) => {
    expect(named(text)).toBe(shown);
  });

  test('stay on a page only in a command to type', () => {
    const commands = /"deckcast [^"]*"|„deckcast [^“]*“|\(deckcast [^)]*\)/g;
    const shown = ['en', ...LANGUAGES].flatMap((language) =>
      Object.values(catalogue(language)).map((text) => named(text).replace(commands, '')),
    );
    expect(shown.filter((text) => /(^|[^\w-])--[a-z]/.test(text))).toEqual([]);
  });
});
