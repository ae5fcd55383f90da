import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, ROOT } from './support/files.ts';
import { exportedTypesOf, identifiersOf } from './support/source-code.ts';

const FOLDERS = ['src', 'live/service/src', 'test', 'bench'].map((folder) => join(ROOT, folder));
const PAGES = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'].map((page) => join(ROOT, page));

/** Words that the code once used, and what to write instead. */
const RETIRED: Readonly<Record<string, string>> = {
  anew: 'again, or reload, reconnect, …',
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
  settle: 'complete, resolve, …',
  tell: 'report, send, notify, …',
  tells: 'reports, sends, …',
  told: 'reported, sent, logged, …',
};

const SCRIPTS = ['dashboard', 'themes', 'live/extension', 'scripts'].flatMap((folder) =>
  filesBelow(join(ROOT, folder), '.js'),
);

test('an exported type name stands for one thing in the whole tree', () => {
  const declaredIn = new Map<string, string[]>();
  for (const file of FOLDERS.flatMap((folder) => filesBelow(folder, '.ts'))) {
    for (const name of exportedTypesOf(file)) {
      declaredIn.set(name, [...(declaredIn.get(name) ?? []), relative(ROOT, file)]);
    }
  }
  const ambiguous = [...declaredIn].filter(([, files]) => files.length > 1);
  expect(ambiguous).toEqual([]);
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

test('no name says only that something is told or asked', () => {
  const files = [...FOLDERS.flatMap((folder) => filesBelow(folder, '.ts')), ...SCRIPTS].filter(
    (file) => file !== import.meta.filename,
  );
  const found = files.flatMap((file) =>
    [...identifiersOf(file)]
      .filter((name) => Object.hasOwn(RETIRED_NAMES, name))
      .map((name) => `${relative(ROOT, file)}: "${name}" is ${RETIRED_NAMES[name]}`),
  );
  expect(found).toEqual([]);
});
