import { describe, expect, test } from 'vitest';
import { track } from '../../../test/support/tracks.ts';
import type { Pattern } from '../../settings/kinds/regex.ts';
import { regex } from '../../settings/kinds.ts';
import { extract } from './extract.ts';
import { matchingExpressions, matchingListings } from './hide.ts';
import { pipelineOptions } from './options.ts';

async function pattern(source: string, group?: string): Promise<Pattern | undefined> {
  const parsed = await regex(group).parse(source);
  if (!parsed.ok) {
    throw new Error(String(parsed.problem));
  }
  return parsed.value;
}

async function extraction(title: string, artist = '') {
  return {
    'extract.regex.title': await pattern(title, 'title'),
    'extract.regex.artist': await pattern(artist, 'artist'),
  };
}

const NONE = {
  'hide.contains.artist': [],
  'hide.contains.title': [],
  'hide.contains.genre': [],
  'hide.contains.filename': [],
  'hide.tracks': [],
};

async function rules(set: Partial<Record<'artist' | 'title' | 'genre' | 'filename', string>>) {
  return {
    ...NONE,
    'hide.regex.artist': await pattern(set.artist ?? ''),
    'hide.regex.title': await pattern(set.title ?? ''),
    'hide.regex.genre': await pattern(set.genre ?? ''),
    'hide.regex.filename': await pattern(set.filename ?? ''),
  };
}

describe('extraction', () => {
  const STRIP = String.raw`^(?:\d+\. )?(?P<title>.*?)(?: - \d{1,2}[AB])?(?: - \d+)?(?:\.(?:mp3|flac|m4a))?$`;

  test.each([
    ['of number, key, tempo and extension', STRIP, '12. Ada - Blue - 8A - 124.mp3', 'Ada - Blue'],
    ['of nothing where there is none of it', STRIP, 'Ada - Blue', 'Ada - Blue'],
    ['by an expression that does not match', '^(?P<title>.+) \\[free\\]$', 'Blue', 'Blue'],
    ['by a match in which the group took no part', '^Blue|(?P<title>Red)$', 'Blue', 'Blue'],
  ])('%s: %s turns %j into %j', async (_, expression, given, wanted) => {
    expect(extract(track({ title: given }), await extraction(expression)).title).toBe(wanted);
  });

  test('gets the artist from its own expression and ignores other groups', async () => {
    const settings = await extraction('', '^(?P<title>x)?(?P<artist>.+?) feat\\. ');
    const extracted = extract(track({ artist: 'Ada feat. Bo', title: 'Blue' }), settings);
    expect(extracted).toMatchObject({ artist: 'Ada', title: 'Blue' });
  });

  test.each([
    ['extract.regex.title', '(?P<Title>.+)'],
    ['extract.regex.title', '(.+)'],
    ['extract.regex.artist', '(?P<title>.+)'],
  ] as const)('is refused at the start when %s is %j, which lacks the group', async (option, source) => {
    const parsed = await pipelineOptions[option].kind.parse(source);
    expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining('group') });
  });
});

const hiddenByRule = (...given: Parameters<typeof matchingExpressions>) =>
  matchingExpressions(...given).length > 0;
const isListed = (...given: Parameters<typeof matchingListings>) => matchingListings(...given).length > 0;

describe('a hide expression', () => {
  test.each(['artist', 'title', 'genre', 'filename'] as const)(
    'for the %s matches only that field',
    async (field) => {
      const settings = await rules({ [field]: 'secret' });
      const hit = track({ [field]: 'a secret one' });
      const others = track({
        artist: 'secret',
        title: 'secret',
        genre: 'secret',
        filename: 'secret',
        [field]: '',
      });
      expect(hiddenByRule(hit, hit, settings)).toBe(true);
      expect(hiddenByRule(others, others, settings)).toBe(false);
    },
  );

  test.each(['artist', 'title'] as const)(
    'for the %s matches the file name of a track without names',
    async (field) => {
      const settings = await rules({ [field]: 'secret' });
      const nameless = track({ filename: 'a secret one.mp3' });
      const untitled = track({ artist: 'Ada', filename: 'a secret one.mp3' });
      expect(hiddenByRule(nameless, nameless, settings)).toBe(true);
      expect(hiddenByRule(untitled, untitled, settings)).toBe(false);
    },
  );

  test('matches names before and after extraction', async () => {
    const promo = await rules({ title: '\\[promo\\]' });
    expect(hiddenByRule(track({ title: 'Blue [promo]' }), track({ title: 'Blue' }), promo)).toBe(true);
    const unknown = await rules({ title: '^ID$' });
    expect(hiddenByRule(track({ title: '3. ID' }), track({ title: 'ID' }), unknown)).toBe(true);
  });
});

describe('a phrase', () => {
  test.each(['artist', 'title', 'genre', 'filename'] as const)(
    'hides tracks whose %s contains it, ignoring case and blanks',
    async (field) => {
      const settings = { ...(await rules({})), [`hide.contains.${field}`]: ['no such', 'Test  Pressing'] };
      const hit = track({ [field]: 'a TEST PRESSING (mp3)' });
      const near = track({ [field]: 'a pressing test' });
      expect(hiddenByRule(hit, track({}), settings)).toBe(true);
      expect(hiddenByRule(track({}), hit, settings)).toBe(true);
      expect(hiddenByRule(near, near, settings)).toBe(false);
    },
  );

  test.each([
    ['STRASSE', 'Lange Straße'],
    ['straße', 'LANGE STRASSE'],
    ['strasse', 'LANGE STRAẞE'],
    ['ΛΟΓΟΣ', 'Λόγος λογοσ'],
    ['istanbul', 'İSTANBUL'],
    ['test pressing', 'Test\u00a0Pres\u00adsing\u200b'],
    ['Déjà', 'De\u0301ja\u0300 vu'],
  ])('%j hides %j in another spelling', async (phrase, title) => {
    const settings = { ...(await rules({})), 'hide.contains.title': [phrase] };
    expect(hiddenByRule(track({ title }), track({ title }), settings)).toBe(true);
  });

  test('hides nothing if it has no visible characters', async () => {
    const settings = { ...(await rules({})), 'hide.contains.title': ['\u200b'], 'hide.tracks': ['\u200b'] };
    for (const title of ['Blue', '\u200b', '']) {
      expect(hiddenByRule(track({ title }), track({ title }), settings)).toBe(false);
      expect(isListed(track({ title }), track({ title }), settings)).toBe(false);
    }
  });

  test.each([
    ['test pressing', ['test pressing']],
    [' test pressing , ID,,', ['test pressing', 'ID']],
    ['"one, two"', ['one, two']],
    [
      ['a b', ' ', 'c'],
      ['a b', 'c'],
    ],
    [7, ['7']],
  ])('is parsed from %j in a file', async (given, wanted) => {
    const parsed = await pipelineOptions['hide.contains.title'].kind.fromFile(given);
    expect(parsed).toEqual({ ok: true, value: wanted });
  });
});

describe('a listed track', () => {
  test.each([
    ['Ada - Blue', true],
    ['ADA  -  blue', true],
    ['Ada – Blue', true],
    ['Ada — Blue', true],
    ['Ada - Blue (Dub)', false],
    ['Blue', false],
  ])('%j hides the track: %s', async (entry, hidden) => {
    const settings = { ...(await rules({})), 'hide.tracks': ['Bo - Red', entry] };
    const ada = track({ artist: 'Ada', title: 'Blue' });
    expect(isListed(ada, track({ artist: 'x', title: 'y' }), settings)).toBe(hidden);
    expect(isListed(track({}), ada, settings)).toBe(hidden);
  });

  test('without names is recognized by its file name, if any', async () => {
    const settings = { ...(await rules({})), 'hide.tracks': ['Ada - Blue', '', ' - '] };
    const isFound = (filename: string) => isListed(track({ filename }), track({ filename }), settings);
    expect(['ada - Blue.mp3', 'Ada - Blue'].map(isFound)).toEqual([true, true]);
    expect(['Ada - Bluer.mp3', ''].map(isFound)).toEqual([false, false]);
  });
});
