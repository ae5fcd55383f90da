import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, ROOT } from './support/files.ts';
import { identifiersOf } from './support/source-code.ts';

const FOLDERS = ['src', 'packages', 'live/service/src', 'test', 'bench'].map((folder) => join(ROOT, folder));
const PAGES = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'].map((page) => join(ROOT, page));

/** Words that the code once used, and what to write instead. */
const RETIRED: Readonly<Record<string, string>> = {
  anew: 'again, or reload, reconnect, …',
  behaviour: 'behavior, as everywhere in American spelling',
  colour: 'color',
  colours: 'colors',
  doorkeeper: 'authorize',
  'for ever': 'forever, or without end',
  giveup: 'cancel, fail, or stop',
  'hears of': 'receives, or learns of',
  hurry: 'flush',
  inturn: 'serializer, or mutex',
  'is still said': 'is still reported',
  lane: 'delivery queue',
  'let it be so': 'accept it',
  'nobody tells': 'unknown',
  'of no use': 'refused, invalid, …',
  overhear: 'suppress duplicate',
  shelf: 'medium library',
  shelves: 'medium libraries',
  surroundings: 'environment',
  'tell of': 'report, name, or announce',
  'tells of': 'reports, names, or announces',
  'told of': 'reported, named, or announced',
  tray: 'loaded track',
  whoever: 'anyone who, or the name of that part',
};

/** Names that say nothing of what is done, and what is done instead. */
const RETIRED_NAMES: Readonly<Record<string, string>> = {
  ask: 'query, request, look up, …',
  asked: 'what was requested',
  hear: 'receive, update, …',
  heard: 'received, or audible',
  look: 'check, query, sample, …',
  say: 'print, report, send, …',
  says: 'reports, prints, …',
  settle: 'complete, resolve, …',
  settled: 'accepted, arrived, stable, …',
  take: 'read, accept, acquire, …',
  tell: 'report, send, notify, …',
  tells: 'reports, sends, …',
  told: 'reported, sent, logged, …',
};

const SCRIPTS = ['dashboard', 'themes', 'live/extension', 'scripts'].flatMap((folder) =>
  filesBelow(join(ROOT, folder), '.js'),
);

/** What people read, by the same in English: no names. */
const GERMAN = join(ROOT, 'dashboard/texts/de.js');

test('an exported type name stands for one thing in the whole tree', () => {
  const declarations = /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm;
  const declaredIn = new Map<string, string[]>();
  for (const file of FOLDERS.flatMap((folder) => filesBelow(folder, '.ts'))) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(declarations)) {
      declaredIn.set(name, [...(declaredIn.get(name) ?? []), relative(ROOT, file)]);
    }
  }
  expect(declaredIn.size).toBeGreaterThan(500);
  expect([...declaredIn].filter(([, files]) => files.length > 1)).toEqual([]);
});

test('no retired word comes back', () => {
  const pattern = new RegExp(`\\b(${Object.keys(RETIRED).join('|')})\\b`, 'gi');
  const files = [
    ...FOLDERS.flatMap((folder) => filesBelow(folder, '.ts')),
    ...SCRIPTS,
    ...filesBelow(join(ROOT, 'docs'), '.md'),
    ...PAGES,
  ].filter((file) => file !== import.meta.filename);
  const back = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(
      ([word]) => `${relative(ROOT, file)}: "${word}" is ${RETIRED[word.toLowerCase()]}`,
    ),
  );
  expect(back).toEqual([]);
});

test('no name says only that something is told, asked or looked at', () => {
  const pattern = new RegExp(`\\b(${Object.keys(RETIRED_NAMES).join('|')})\\b`);
  const files = [...FOLDERS.flatMap((folder) => filesBelow(folder, '.ts')), ...SCRIPTS].filter(
    // Parsing takes long: only where such a word stands at all, be it in a comment.
    (file) => ![import.meta.filename, GERMAN].includes(file) && pattern.test(readFileSync(file, 'utf8')),
  );
  const found = files.flatMap((file) =>
    [...identifiersOf(file)]
      .filter((name) => Object.hasOwn(RETIRED_NAMES, name))
      .map((name) => `${relative(ROOT, file)}: "${name}" is ${RETIRED_NAMES[name]}`),
  );
  expect(found).toEqual([]);
});

test('every word of the glossary is one that the code uses', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const glossary = page.slice(page.indexOf('## The words'), page.indexOf('## The code map'));
  const words = [...glossary.matchAll(/^\| ([a-z][a-z /]*) \|/gm)].flatMap(([, word = '']) =>
    word.split(' / '),
  );
  const names = new Set(
    filesBelow(join(ROOT, 'src'), '.ts').flatMap((file) =>
      (readFileSync(file, 'utf8').match(/\w+/g) ?? []).map((name) => name.toLowerCase()),
    ),
  );
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter((word) => !names.has(word.replaceAll(' ', '')))).toEqual([]);
});
