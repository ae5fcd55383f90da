/** The texts of the pages in each language: none is missing, none is left over, none has lost its data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPTION_TITLES } from '../dashboard/option-titles.js';
import { PRODUCTS } from '../dashboard/setup/products.js';
import { TEXTS as GERMAN } from '../dashboard/texts/de.js';
import { flagNamer, sourceTranslator, translator } from '../dashboard/translator.js';
import { BEFORE_SENDING } from '../src/clients/http.ts';
import { messageOf } from '../src/core/errors.ts';
import { refusedNext } from '../src/core/health.ts';
import type { DeckCandidate } from '../src/decks/detection/algorithms/algorithm.ts';
import { ALGORITHMS } from '../src/decks/detection/algorithms/index.ts';
import { latest } from '../src/decks/detection/algorithms/latest.ts';
import { startOptions } from '../src/desk/options.ts';
import { PLACES } from '../src/desk/settings/titles.ts';
import { sinkParts } from '../src/sinks/index.ts';
import { sourceParts } from '../src/sources/index.ts';
import { problemOfName, readFile } from '../themes/gallery/mine.js';
import { STANDARD_OPTIONS } from '../themes/shared/v1/options.js';
import { filesBelow, ROOT } from './support/files.ts';
import { wordsUnder } from './support/source-code.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const below = (folder: string, ending: string) => filesBelow(join(ROOT, folder), ending);
const literal = /'((?:[^'\\]|\\.)*)'/;
const said = new RegExp(`\\bphrase\\(\\s*${literal.source}`, 'g');

const PAGES = ['dashboard', 'themes/gallery'];
const LOOK = { kind: 'deckcast look', version: 1, theme: 'text' };
const LOOK_FILES = [{}, { ...LOOK, version: 2 }, { ...LOOK, theme: 'none' }, { ...LOOK, options: 'none' }];
/** What the pages themselves say: in their scripts by `phrase`, and as they are written. */
const OWN = new Set([
  ...PAGES.flatMap((folder) => below(folder, '.js'))
    .filter((path) => !path.includes('texts'))
    .flatMap((path) => [...read(path).matchAll(said)].map(([, text = '']) => text)),
  ...PAGES.flatMap((folder) => below(folder, '.html'))
    .map(read)
    .flatMap(textsOf),
  // What the page of looks says of a name, and of a file that somebody imports.
  problemOfName(''),
  ...LOOK_FILES.flatMap((content) => {
    const found = readFile(JSON.stringify(content), ['text']);
    return 'problem' in found ? [found.problem.replace('"none"', '{theme}')] : [];
  }),
]);
const PARTS = ['src/sources', 'src/sinks'];
/** What a deck source, the ways of sound, the verbs, set-up and the settings say. */
const SERVER = [
  'src/clients',
  'src/show',
  'src/decks',
  'src/web/operator',
  'src/hearing',
  'src/settings',
  'src/desk',
  ...PARTS,
]
  .flatMap((folder) => below(folder, '.ts'))
  .concat('src/core/finding.ts')
  .map(read)
  .join('\n');
const HOLE = /\{\w+\}/g;
const IN_FINDINGS = ['finding', 'means', 'todo', 'without', 'plain'];
const BUILDERS = { well: 1, unused: 2 };
/**
 * What the sources in these folders write under these keys, and hand to these functions, with `{}` for what is filled in.
 * What is nothing but that needs no other words.
 */
const wordsBelow = (folders: readonly string[], keys: readonly string[], builders = {}): readonly string[] =>
  folders
    .flatMap((folder) => below(folder, '.ts'))
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => wordsUnder(path, keys, builders))
    .filter((text) => /\p{L}/u.test(text));
/** What an examination says. */
const FINDINGS = new Set([
  ...wordsBelow(['src'], IN_FINDINGS, BUILDERS),
  ...wordsBelow(['src/host'], ['reason', 'advice']),
]);

/** What sources say of themselves and of what they watch, beside their findings. */
const TOLD = new Set([
  ...wordsBelow(['src/sources'], ['watching', 'state', 'format', '#state', '#problem'], { '#setState': 0 }),
  ...wordsBelow(['src/sources'], [], { '#setState': 1 }),
]);
/** Between the parts of a source, or what programs and protocols are called. */
const UNTOLD = ['whole', 'likely', 'unfinished', 'stop', 'broadcasting', 'unknown'];
/** What a save, a test or OBS answers. */
const ANSWERS = new Set([
  ...wordsBelow(['src/settings/kinds'], [], { bad: 0 }),
  ...wordsBelow(['src/desk', ...PARTS, 'src/hearing', 'src/show'], ['what']),
  ...wordsBelow(['src/desk/setup', 'src/clients/obs', 'src/app'], [], { RunError: 0, UpstreamError: 0 }),
  messageOf(Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' })),
]);
/** Why a service, or an output, does not do what it should; a status and what is wrong with a connection are said by all. */
const FAILURES = new Set([
  ...wordsBelow(['src/clients', 'src/sinks', 'src/show'], ['reason'], { UpstreamError: 0, NoAnswerError: 0 }),
  ...Object.values(BEFORE_SENDING).map((text) => `${text} ({code})`),
  '{text} answered {status}',
  '{text}: {text2}',
  `{text}; ${refusedNext().replace(/\d+/, '{minutes}')}`,
]);
/** What cards say, and the pictures of what people play with. */
const CARDS = new Set([
  ...wordsBelow(PARTS, ['about', 'text'], { signInSteps: 1 }),
  ...[...sourceParts, ...sinkParts].map(({ card }) => card.title),
  ...PRODUCTS.flatMap(({ name, about, otherwise }) => [name, about, otherwise?.text ?? '']),
]);
/** What the options are called, what they mean, and what else people call them. */
const OPTIONS = new Set([
  ...[...PLACES.values()].flatMap(({ title, group }) => [title, group]),
  ...Object.values(startOptions).flatMap((spec) => [
    spec.help,
    ...Object.values<string>(spec.kind.choiceTitles ?? {}),
    'words' in spec ? spec.words : '',
  ]),
]);
/** What the options of looks are called. */
const LOOKS = new Set(
  [
    ...Object.values(STANDARD_OPTIONS),
    ...below('themes', 'theme.json').flatMap((path) => Object.values(JSON.parse(read(path)).options ?? {})),
  ].map((spec) => (spec as { readonly label?: string }).label ?? ''),
);
/** Names of programs, makes, protocols and addresses, which every language calls the same. */
const NAMES = new Set([
  ...[
    'Traktor',
    'OSC',
    'Webhook',
    'Chat',
    'Overlays',
    'Browser',
    'Code',
    'Web radio',
    'Spotify',
    'Discogs',
    'URL',
  ],
  ...['Denon DJ', 'Pioneer DJ', 'PRO DJ LINK', 'Serato', 'rekordbox', 'VirtualDJ', 'djay', 'Mixxx'],
  ...['POST /api/v1/track', 'PUT /api/v1/decks/…'],
]);
/** With `{}` for what is filled in. */
const bare = (text: string): string => text.replace(HOLE, '{}');
const KNOWN = new Set(Object.keys(GERMAN).map(bare));
const missing = (texts: Iterable<string>): readonly string[] =>
  [...texts].filter((text) => text !== '' && !NAMES.has(text) && !KNOWN.has(bare(text)));

/** Texts and attributes that people read or hear. */
function textsOf(html: string): readonly string[] {
  const body = html.replace(/<!--[\s\S]*?-->/g, '');
  const attributes = [...body.matchAll(/\b(?:aria-label|alt|placeholder|title)="([^"]+)"/g)];
  const titles = [...body.matchAll(/<title>(.*) · deckcast</g)];
  const between = body.slice(body.indexOf('<body')).split(/<[^>]*>/);
  return [...[...attributes, ...titles].map(([, text = '']) => text), ...between]
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => /\p{L}{2}/u.test(text) && text !== 'deckcast' && !text.includes('://'));
}

test.each([
  ['the pages themselves say', OWN],
  ['findings say', FINDINGS],
  ['cards say', CARDS],
  ['options are called, and mean', OPTIONS],
  ['the options of looks are called', LOOKS],
  ['sources report of themselves', new Set([...TOLD].filter((text) => !UNTOLD.includes(text)))],
  ['a save or a test is answered', ANSWERS],
  ['is said of services that fail', FAILURES],
])('what %s is there in German', (_, texts) => {
  expect(texts.size).toBeGreaterThan(20);
  expect(missing(texts)).toEqual([]);
});

test('whatever the detection gives as its reason is German as a whole', () => {
  const translated = translator(GERMAN);
  const reasons = new Set<string>();
  const time = fc.constantFrom(-1_000, 0, 9_000, 10_000);
  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
  const candidate = fc.record({
    level: maybe(fc.constantFrom(0, 0.2, 0.9, 1)),
    isUntold: fc.boolean(),
    othersTold: fc.boolean(),
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
  const room = maybe(fc.record({ unheardSince: maybe(time) }));
  const several = fc.array(candidate, { minLength: 1, maxLength: 3 });
  const english =
    /\b(waits|leads|loudest|against|heard|until|known|unknown|closes|stops|which|when|is|it|its|of|was|decks|other|and)\b/;
  fc.assert(
    fc.property(several, leading, room, fc.constantFrom(0, 50, 100), (given, leader, sound, percent) => {
      const playing = given.map((one, at): DeckCandidate => {
        const deck = 'abc'[at] ?? '';
        return { ...one, deck, label: String(at + 1) } as DeckCandidate;
      });
      const context = { at: 10_000, percent, leading: leader, room: sound } as Parameters<
        typeof latest.explain
      >[2];
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

test('a text is taken for itself, not for a shorter one that fits it, too', () => {
  const translated = translator(GERMAN);
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, 'its $1');
  const wrong = Object.entries(GERMAN).filter(
    ([english, german]) => translated(filled(english)) !== filled(german),
  );
  expect(wrong.map(([english]) => english)).toEqual([]);
});

test('what goes on right behind a number or a link does not stick to it in German', () => {
  const behind = Object.entries(GERMAN).filter(([english]) => /^[.,]/.test(english));
  expect(behind.length).toBeGreaterThan(3);
  expect(behind.filter(([, german]) => !/^[., ]/.test(german))).toEqual([]);
});

test('no page speaks in flags, which mean something in a terminal alone', () => {
  expect([...OWN, ...CARDS, ...LOOKS].filter((text) => /--[a-z]/.test(text))).toEqual([]);
});

test('no style sheet has words, which no table would translate', () => {
  const written = below('dashboard', '.css').flatMap(
    (path) => read(path).match(/content: "[^"]*\p{L}[^"]*"/gu) ?? [],
  );
  expect(written).toEqual([]);
});

const named = flagNamer((name) => OPTION_TITLES[name] && `“${OPTION_TITLES[name]}”`);

test('what pages show names options by the titles of their fields', () => {
  expect(named('set --obs.password to the one that OBS shows')).toBe(
    'set “Password of OBS” to the one that OBS shows',
  );
  expect(named('use --detection.algorithm=lead, or leave it')).toBe(
    'use “How the track on air is found” (lead), or leave it',
  );
  expect(named('there is no file x yet (--softa.filename)')).toBe('there is no file x yet');
  expect(named('x is refused (check --page.url; y)')).toBe(
    `x is refused (check “${OPTION_TITLES['page.url']}”; y)`,
  );
  expect(named('nothing listens (set --http.token)')).toBe(
    'nothing listens (set “Token for phones and other devices”)',
  );
  expect(named('run "deckcast doctor --report"')).toBe('run "deckcast doctor --report"');
});

test('no page shows a flag, except in a command to type', () => {
  const said = [FINDINGS, CARDS, OPTIONS, TOLD, ANSWERS, FAILURES].flatMap((texts) => [...texts]);
  const commands = /"deckcast [^"]*"|„deckcast [^“]*“/g;
  const shown = [...said, ...Object.values(GERMAN)].map((text) => named(text).replace(commands, ''));
  expect(shown.filter((text) => /(^|[^\w-])--[a-z]/.test(text))).toEqual([]);
});

test('the German table holds nothing that nobody says', () => {
  const isServed = (text: string): boolean => text.split(HOLE).every((part) => SERVER.includes(part.trim()));
  const said = new Set(
    [OWN, FINDINGS, CARDS, OPTIONS, LOOKS, TOLD, ANSWERS, FAILURES].flatMap((texts) => [...texts].map(bare)),
  );
  expect(Object.keys(GERMAN).filter((text) => !said.has(bare(text)) && !isServed(text))).toEqual([]);
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
    'Look',
    'Overlay',
    'Playlist',
    'Tracklist',
    'Text',
    'Port {port}',
    'in {seconds} s',
    '{text}: {text2}',
  ]);
  for (const [english, german] of Object.entries(GERMAN)) {
    expect([...german.matchAll(HOLE)].flat().sort(), english).toEqual(
      [...english.matchAll(HOLE)].flat().sort(),
    );
    expect(german === english && !same.has(english), english).toBe(false);
  }
});
