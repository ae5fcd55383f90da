/** The texts of the operator's page in each language: none is missing, none is left over, none has lost its data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS as GERMAN } from '../dashboard/texts/de.js';
import { sourceTranslator, translator } from '../dashboard/translator.js';
import type { DeckCandidate } from '../src/decks/detection/algorithms/algorithm.ts';
import { ALGORITHMS } from '../src/decks/detection/algorithms/index.ts';
import { latest } from '../src/decks/detection/algorithms/latest.ts';
import { sinkParts } from '../src/sinks/index.ts';
import { sourceParts } from '../src/sources/index.ts';
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
  .concat('src/core/finding.ts')
  .map(read)
  .join('\n');
const HOLE = /\{\w+\}/g;
const IN_FINDINGS = ['finding', 'means', 'todo', 'without'];
const BUILDERS = { well: 1, unused: 2 };
/** What an examination says, with `{}` for what is filled in. What is nothing but that needs no other words. */
const FINDINGS = new Set(
  below('src', '.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => wordsUnder(path, IN_FINDINGS, BUILDERS))
    .filter((text) => /\p{L}/u.test(text)),
);

/** Names of programs and protocols, which every language calls the same. */
const NAMES = ['Traktor', 'OSC', 'Webhook', 'Chat', 'Overlays'];
/** What the cards call sources and sinks. */
const TITLES = [...sourceParts, ...sinkParts].map(({ card }) => card.title);

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

test('what sources and sinks are called is there in German', () => {
  expect(TITLES.filter((title) => !(title in GERMAN) && !NAMES.includes(title))).toEqual([]);
});

test('whatever the detection gives as its reason is German as a whole', () => {
  const translated = translator(GERMAN);
  const reasons = new Set<string>();
  const time = fc.constantFrom(0, 9_000, 10_000);
  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
  const candidate = fc.record({
    level: maybe(fc.constantFrom(0, 0.2, 0.9, 1)),
    isHeard: fc.boolean(),
    doubles: maybe(fc.constantFrom('a', 'b', 'c')),
    startedAt: time,
    playedBefore: fc.boolean(),
    waitsSince: time,
    stoppedAt: fc.constant(undefined),
    incumbent: fc.boolean(),
    masterSince: maybe(time),
    lostLeadAt: fc.constantFrom(Number.NEGATIVE_INFINITY, 5_000),
    play: fc.constantFrom('one', 'two'),
    counted: maybe(fc.nat(9)),
  });
  const leading = maybe(fc.record({ deck: fc.constantFrom('a', 'b'), play: fc.constantFrom('one', 'two') }));
  const several = fc.array(candidate, { minLength: 1, maxLength: 3 });
  const english =
    /\b(waits|leads|loudest|against|heard|until|known|unknown|closes|stops|which|when|is|it|its|of|was|decks|other|and)\b/;
  fc.assert(
    fc.property(several, leading, fc.constantFrom(0, 50, 100), (given, leader, percent) => {
      const playing = given.map((one, at): DeckCandidate => {
        const deck = 'abc'[at] ?? '';
        return { ...one, deck, label: String(at + 1) } as DeckCandidate;
      });
      const context = { at: 10_000, percent, leading: leader } as Parameters<typeof latest.explain>[2];
      for (const algorithm of [...Object.values(ALGORITHMS), latest]) {
        for (const deck of playing) {
          reasons.add(algorithm.explain(deck, playing, context));
        }
      }
    }),
    { numRuns: 500 },
  );
  expect([...reasons].map(translated).filter((text) => english.test(text))).toEqual([]);
});

test('what sources say of themselves is German, of one and of several, and what is in no table stays', () => {
  const translated = sourceTranslator(translator(GERMAN));
  const player = 'no player is found (look at the network connection of this computer)';
  const spieler = 'kein Player wird gefunden (sieh nach der Netzverbindung dieses Computers)';
  const sending = 'announcements cannot be sent (EPERM) (end one of them)';
  const senden = 'Anmeldungen können nicht gesendet werden (EPERM) (beende eines davon)';
  expect(translated(player)).toBe(spieler);
  expect(translated(sending)).toBe(senden);
  expect(translated(`prodjlink: ${player}; hear: ${sending}`)).toBe(`prodjlink: ${spieler}; hear: ${senden}`);
  const titles = new Map([
    ['prodjlink', 'Player von Pioneer DJ'],
    ['hear', 'Nach Gehör'],
  ]);
  const titleOf = (name: string) => titles.get(name) ?? name;
  expect(translated(`prodjlink: ${player}; hear: ${sending}`, titleOf)).toBe(
    `Player von Pioneer DJ: ${spieler}; Nach Gehör: ${senden}`,
  );
  expect(translated('mpd: something else (and more)')).toBe('mpd: something else (and more)');
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
      (text) =>
        !OWN.has(text) &&
        !TITLES.includes(text) &&
        !isServed(text) &&
        !FINDINGS.has(text.replace(HOLE, '{}')),
    ),
  ).toEqual([]);
});

test('a German text has the same data in it as the English one, and is no copy of it', () => {
  const same = new Set([
    'Ports',
    'Firewall',
    'Software',
    'Computer',
    'Decks',
    'Overlays',
    'Token',
    'in {seconds} s',
  ]);
  for (const [english, german] of Object.entries(GERMAN)) {
    expect([...german.matchAll(HOLE)].flat().sort(), english).toEqual(
      [...english.matchAll(HOLE)].flat().sort(),
    );
    expect(german === english && !same.has(english), english).toBe(false);
  }
});
