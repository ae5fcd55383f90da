/** The texts of the operator's page in each language: none is missing, none is left over, none has lost its data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEXTS as GERMAN } from '../dashboard/texts/de.js';
import { filesBelow, ROOT } from './support/files.ts';
import { wordsUnder } from './support/source-code.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const below = (folder: string, ending: string) => filesBelow(join(ROOT, folder), ending);
const literal = /'((?:[^'\\]|\\.)*)'/;
const said = new RegExp(`\\bphrase\\(\\s*${literal.source}`, 'g');

/** What the pages themselves say: in their scripts by `phrase`, and in the page of the operator. */
const OWN = new Set([
  ...below('dashboard', '.js')
    .filter((path) => !path.includes('texts'))
    .flatMap((path) => [...read(path).matchAll(said)].map(([, text = '']) => text)),
  ...textsOf(read(join(ROOT, 'dashboard/index.html'))),
]);
/** What a deck source, the ways of sound and the verbs say. */
const SERVER = ['src/decks', 'src/web/operator', 'src/hearing/doors']
  .flatMap((folder) => below(folder, '.ts'))
  .map(read)
  .join('\n');
const HOLE = /\{\w+\}/g;
const IN_FINDINGS = ['finding', 'means', 'todo', 'without'];
const BUILDERS = { well: 1, unused: 2 };
/** What a source calls them in its own examination; elsewhere a problem may be an answer, and a hint a line in the log. */
const IN_PROBLEMS = ['problem', 'hint'];
const isExamined = (path: string): boolean => /\/(?:findings|diagnosis|\w+-library)\.ts$/.test(path);
/** What an examination says, with `{}` for what is filled in. What is nothing but that needs no other words. */
const FINDINGS = new Set(
  below('src', '.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => wordsUnder(path, IN_FINDINGS.concat(isExamined(path) ? IN_PROBLEMS : []), BUILDERS))
    .filter((text) => /\p{L}/u.test(text)),
);

/** Texts and attributes that people read or hear. */
function textsOf(html: string): readonly string[] {
  const body = html.replace(/<!--[\s\S]*?-->/g, '');
  const attributes = [...body.matchAll(/\b(?:aria-label|alt|placeholder|title)="([^"]+)"/g)];
  const titles = [...body.matchAll(/<title>(.*) · deckcast</g)];
  const between = body.slice(body.indexOf('<body')).split(/<[^>]*>/);
  return [...[...attributes, ...titles].map(([, text = '']) => text), ...between]
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => /\p{L}{2}/u.test(text) && text !== 'deckcast');
}

test('every text of the operator’s page is there in German', () => {
  expect([...OWN].filter((text) => !(text in GERMAN))).toEqual([]);
});

test('every text of a finding is there in German', () => {
  const known = new Set(Object.keys(GERMAN).map((text) => text.replace(HOLE, '{}')));
  expect([...FINDINGS].filter((text) => !known.has(text))).toEqual([]);
});

test('no page speaks in flags, which mean something in a terminal alone', () => {
  const isFinding = (text: string): boolean => FINDINGS.has(text.replace(HOLE, '{}'));
  const all = [...OWN, ...Object.keys(GERMAN).filter((text) => !isFinding(text))];
  expect(all.filter((text) => /--[a-z]/.test(text))).toEqual([]);
});

test('the German table holds nothing that nobody says', () => {
  const isServed = (text: string): boolean => text.split(HOLE).every((part) => SERVER.includes(part.trim()));
  expect(
    Object.keys(GERMAN).filter(
      (text) => !OWN.has(text) && !isServed(text) && !FINDINGS.has(text.replace(HOLE, '{}')),
    ),
  ).toEqual([]);
});

test('a German text has the same data in it as the English one, and is no copy of it', () => {
  const same = new Set(['Decks', 'Overlays', 'Token', 'in {seconds} s']);
  for (const [english, german] of Object.entries(GERMAN)) {
    expect([...german.matchAll(HOLE)].flat().sort(), english).toEqual(
      [...english.matchAll(HOLE)].flat().sort(),
    );
    expect(german === english && !same.has(english), english).toBe(false);
  }
});
