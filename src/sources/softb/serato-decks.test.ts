import { describe, expect, test } from 'vitest';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { SeratoDecks } from './serato-decks.ts';
import { fileOf, type SeratoRow } from './serato-rows.ts';

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

/** What the events of one look say of the decks, without their device. */
function changes(decks: SeratoDecks, ...rows: readonly SeratoRow[]): readonly string[] {
  return decks.update(rows).flatMap((event) => {
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
        return event.load === undefined ? [] : [`${event.number} played`];
      default:
        return [];
    }
  });
}

function watching(...rows: readonly SeratoRow[]): SeratoDecks {
  const decks = new SeratoDecks();
  decks.update(rows);
  return decks;
}

test('what counted as played before the first look is loaded, and does not count', () => {
  const decks = new SeratoDecks();
  expect(changes(decks, row(1, { played: true }), row(2, { deck: '2' }))).toEqual([
    '1 Track 1',
    '1 loaded',
    '2 Track 2',
    '2 loaded',
  ]);
  expect(changes(decks, row(1, { played: true }), row(2, { deck: '2', played: true }))).toEqual(['2 played']);
});

test('a load replaces what was on the deck, whether Serato has ended that or not', () => {
  const decks = watching(row(1));
  expect(changes(decks, row(1), row(2))).toEqual(['1 empty', '1 Track 2', '1 loaded']);
  expect(changes(decks, row(1), row(2, { ended: true }))).toEqual(['1 empty']);
});

test('decks that are swapped keep their tracks and what counts', () => {
  const decks = watching();
  changes(decks, row(1, { played: true }), row(2, { deck: '2' }));
  expect(changes(decks, row(1, { played: true, deck: '2' }), row(2))).toEqual(['1 to 2, 2 to 1', '2 played']);
});

test('a deleted row empties its deck', () => {
  expect(changes(watching(row(1)))).toEqual(['1 empty']);
});

test('a name that is edited is the same load', () => {
  const track = { ...row(1).track, title: 'Right' };
  expect(changes(watching(row(1)), row(1, { track }))).toEqual(['1 Right']);
});

test('a row that is loaded and ended between two looks loads nothing', () => {
  expect(changes(watching(row(1)), row(1), row(2, { ended: true, played: true }))).toEqual([]);
});

test('a load that is written late does not replace a later one', () => {
  const decks = watching();
  expect(changes(decks, row(5))).toEqual(['1 Track 5', '1 loaded']);
  expect(changes(decks, row(5), row(6, { loadedAt: 1001 }))).toEqual([]);
});

test('a session that rolls over leaves the decks as they are, and the next rows are asked for from the first on', () => {
  const decks = watching(row(7), row(8, { deck: '2' }));
  expect(decks.first).toBe(7);
  expect(changes(decks, row(7), row(8, { deck: '2' }), row(9, { deck: '3' }))).toEqual([
    '3 Track 9',
    '3 loaded',
  ]);
  expect(decks.first).toBe(7);
});

test('rows that are loaded are asked for, however many newer ones there are', () => {
  const decks = watching(row(1, { deck: '4' }), row(2, { deck: '2' }));
  changes(decks, row(1, { deck: '4' }), row(2, { deck: '2', ended: true }), row(300));
  expect(decks.loaded).toEqual([1, 300]);
  expect(changes(decks, row(1, { deck: '4', ended: true }), row(300))).toEqual(['4 empty']);
});

test('a history that was deleted empties the decks, and is read from the first row again', () => {
  const decks = watching(row(7));
  expect(changes(decks)).toEqual(['1 empty']);
  expect(decks.first).toBeUndefined();
  expect(changes(decks, row(1))).toEqual(['1 Track 1', '1 loaded']);
  expect(changes(decks, row(1, { played: true }))).toEqual(['1 played']);
});

test('another load with the id of one before is a load', () => {
  expect(changes(watching(row(1)), row(1, { loadedAt: 5000 }))).toEqual(['1 empty', '1 Track 1', '1 loaded']);
});

describe('the path of a track', () => {
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
  ])('%s on %s%s is %s', (portable, root, library, path) => {
    expect(fileOf(portable, root, library)).toBe(path);
  });
});
