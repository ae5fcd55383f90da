import { describe, expect, test } from 'vitest';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { COUNTED_EARLIER } from '../../decks/index.ts';
import { SeratoDecks } from './serato-decks.ts';
import { fileOf, type SeratoRow } from './serato-rows.ts';

const NOW = 1_000_000;

function row(id: number, change: Partial<SeratoRow> = {}): SeratoRow {
  return {
    id,
    deck: '1',
    loadedAt: 1000 + id,
    played: false,
    ended: false,
    file: `/music/${id}.mp3`,
    track: { ...UNKNOWN_TRACK, title: `Track ${id}`, filename: `${id}.mp3` },
    ...change,
  };
}

/** Events of one poll without their device. */
function changes(decks: SeratoDecks, ...rows: readonly SeratoRow[]): readonly string[] {
  return decks.update(rows, NOW).flatMap((event) => {
    switch (event.kind) {
      case 'loaded':
        return [`${event.number} ${event.loaded ? 'loaded' : 'empty'}`];
      case 'tags':
        return [`${event.number} ${event.tags.title}`];
      case 'moved':
        return [
          [...event.to]
            .sort()
            .map(([from, to]) => `${from} to ${to}`)
            .join(', '),
        ];
      case 'counted':
        return (event.order ?? COUNTED_EARLIER) === COUNTED_EARLIER ? [] : [`${event.number} played`];
      default:
        return [];
    }
  });
}

function watching(...rows: readonly SeratoRow[]): SeratoDecks {
  const decks = new SeratoDecks();
  decks.update(rows, NOW);
  return decks;
}

test('SeratoDecks loads tracks from before the first poll without counting them', () => {
  const decks = new SeratoDecks();
  expect(changes(decks, row(1, { played: true }), row(2, { deck: '2' }))).toEqual([
    '1 Track 1',
    '1 loaded',
    '2 Track 2',
    '2 loaded',
  ]);
  expect(changes(decks, row(1, { played: true }), row(2, { deck: '2', played: true }))).toEqual(['2 played']);
});

test('SeratoDecks counts the plays of a set that goes on, and those since', () => {
  const decks = new SeratoDecks(({ title }) => title === 'Track 1');
  const rows = [row(1, { played: true }), row(2, { deck: '2', played: true }), row(3, { deck: '3' })];
  expect(changes(decks, ...rows)).toEqual([
    ...['1 Track 1', '1 loaded', '1 played'],
    ...['2 Track 2', '2 loaded', '2 played'],
    ...['3 Track 3', '3 loaded'],
  ]);
});

test('SeratoDecks replaces the load of a deck, whether or not Serato has ended it', () => {
  const decks = watching(row(1));
  expect(changes(decks, row(1), row(2))).toEqual(['1 empty', '1 Track 2', '1 loaded']);
  expect(changes(decks, row(1), row(2, { ended: true }))).toEqual(['1 empty']);
});

test('SeratoDecks keeps tracks and counts of decks that are swapped', () => {
  const decks = watching();
  changes(decks, row(1, { played: true }), row(2, { deck: '2' }));
  expect(changes(decks, row(1, { played: true, deck: '2' }), row(2))).toEqual(['1 to 2, 2 to 1', '2 played']);
});

test('SeratoDecks keeps the last four rows without a deck number on decks of their own', () => {
  const rows = [1, 2, 3, 4, 5].map((id) => row(id, { deck: '' }));
  const decks = watching(...rows.slice(0, 4));
  expect(decks.loaded).toEqual([1, 2, 3, 4]);
  decks.update(rows, NOW);
  expect(decks.loaded.toSorted()).toEqual([2, 3, 4, 5]);
});

test('SeratoDecks empties a deck whose row was deleted', () => {
  expect(changes(watching(row(1)))).toEqual(['1 empty']);
});

test('SeratoDecks treats an edited name as the same load', () => {
  const track = { ...row(1).track, title: 'Right' };
  expect(changes(watching(row(1)), row(1, { track }))).toEqual(['1 Right']);
});

test('SeratoDecks ignores a row that is loaded and ended between two polls', () => {
  expect(changes(watching(row(1)), row(1), row(2, { ended: true, played: true }))).toEqual([]);
});

test('SeratoDecks ignores a load that is written late if a later one is known', () => {
  const decks = watching();
  expect(changes(decks, row(5))).toEqual(['1 Track 5', '1 loaded']);
  expect(changes(decks, row(5), row(6, { loadedAt: 1001 }))).toEqual([]);
});

test('SeratoDecks counts a track that was loaded before the one on air and is played after it', () => {
  const decks = watching();
  const orders = (...rows: readonly SeratoRow[]) =>
    decks.update(rows, NOW).flatMap((event) => (event.kind === 'counted' ? [event.order] : []));
  expect(orders(row(1), row(2, { deck: '2', played: true }))).toEqual([undefined, 2]);
  expect(orders(row(1, { played: true }), row(2, { deck: '2', played: true }))).toEqual([3, 2]);
});

test('SeratoDecks loads no rows that come back, or that are older than one that was seen', () => {
  const decks = watching(row(5), row(6, { deck: '2' }));
  changes(decks, row(6, { deck: '2' }));
  expect(changes(decks, row(5), row(6, { deck: '2' }), row(4, { deck: '3' }))).toEqual([]);
  expect(changes(decks, row(6, { deck: '2' }), row(7, { deck: '3' }))).toEqual(['3 Track 7', '3 loaded']);
});

test("SeratoDecks loads new rows after the computer's clock was set back", () => {
  const decks = watching(row(5, { loadedAt: NOW + 500_000 }));
  const before = row(5, { loadedAt: NOW + 500_000 });
  expect(changes(decks, before, row(6, { deck: '2', loadedAt: NOW }))).toEqual(['2 Track 6', '2 loaded']);
});

test('SeratoDecks keeps the decks when a new session begins, and asks for rows from the first on', () => {
  const decks = watching(row(7), row(8, { deck: '2' }));
  expect(decks.first).toBe(7);
  expect(changes(decks, row(7), row(8, { deck: '2' }), row(9, { deck: '3' }))).toEqual([
    '3 Track 9',
    '3 loaded',
  ]);
  expect(decks.first).toBe(7);
});

test('SeratoDecks asks for the rows of loaded tracks, however many newer rows there are', () => {
  const decks = watching(row(1, { deck: '4' }), row(2, { deck: '2' }));
  changes(decks, row(1, { deck: '4' }), row(2, { deck: '2', ended: true }), row(300));
  expect(decks.loaded).toEqual([1, 300]);
  expect(changes(decks, row(1, { deck: '4', ended: true }), row(300))).toEqual(['4 empty']);
});

test('SeratoDecks empties the decks after the history was deleted, and reads from the first row again', () => {
  const decks = watching(row(7));
  expect(changes(decks)).toEqual(['1 empty']);
  expect(decks.first).toBeUndefined();
  const next = { loadedAt: 5000 };
  expect(changes(decks, row(1, next))).toEqual(['1 Track 1', '1 loaded']);
  expect(changes(decks, row(1, { ...next, played: true }))).toEqual(['1 played']);
});

test('SeratoDecks treats a row with a known id and another time as a new load', () => {
  expect(changes(watching(row(1)), row(1, { loadedAt: 5000 }))).toEqual(['1 empty', '1 Track 1', '1 loaded']);
});

describe('fileOf', () => {
  test.each([
    [
      'Users/dj/Music/a.mp3',
      '',
      '/Users/dj/Library/Application Support/Serato/Library/root.sqlite',
      '/Users/dj/Music/a.mp3',
    ],
    ['House/a.mp3', '', '/Volumes/MUSIC/_Serato_/Library/location.sqlite', '/Volumes/MUSIC/House/a.mp3'],
    ['House/a.mp3', '', 'E:\\_Serato_\\Library\\location.sqlite', 'E:/House/a.mp3'],
    [
      'Users/dj/a.mp3',
      '',
      'C:\\Users\\dj\\AppData\\Local\\Serato\\Library\\root.sqlite',
      'C:/Users/dj/a.mp3',
    ],
    ['House/a.mp3', '/Volumes/STICK/', '', '/Volumes/STICK/House/a.mp3'],
    ['/House/a.mp3', '', '', '/House/a.mp3'],
    ['House/a.mp3', '', '', ''],
    ['streaming://beatport/28778223', '', '/x/Library/root.sqlite', ''],
    ['', '/Volumes/STICK', '', ''],
  ])('returns for %s on %s%s: %s', (portable, root, library, path) => {
    expect(fileOf(portable, root, library)).toBe(path);
  });
});
