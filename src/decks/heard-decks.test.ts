import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { type SourceNotes, sourceNotes } from '../../test/support/source.ts';
import type { RoomHeard, RoomHearing } from '../core/contracts.ts';
import { UNKNOWN_TRACK } from '../core/track.ts';
import { DeckTable, ownFile } from './index.ts';
import { deckOptions } from './options.ts';

let clock: FakeClock;
let notes: SourceNotes;
let table: DeckTable;
let wanted: ReadonlySet<string>;
let changed: (state: RoomHeard) => void;
let hearing: RoomHearing;

const DEVICE = { device: 'program' };

async function play(number: number, title: string): Promise<void> {
  const filename = `${title}.mp3`;
  const tags = { ...UNKNOWN_TRACK, title, filename, location: `/music/${filename}` };
  table.apply({ ...DEVICE, number, kind: 'tags', tags }, { ...DEVICE, number, kind: 'loaded', loaded: true });
  await clock.advance(1_000);
  table.apply({ ...DEVICE, number, kind: 'engaged', engaged: true });
  await clock.advance(1_000);
}

function hearLevels(levels: Readonly<Record<string, number>>): void {
  const byPath = Object.entries(levels).map(([title, level]) => [`/music/${title}.mp3`, level] as const);
  changed({ levels: new Map(byPath), unreadable: new Set() });
}

function featured(): readonly string[] {
  return notes.transitions.map(({ track }) => track.title);
}

/** A program that has no levels. */
function open(change: Partial<ConstructorParameters<typeof DeckTable>[0]> = {}): void {
  notes = sourceNotes();
  table = new DeckTable({
    source: 'program',
    settings: settingsOf(deckOptions, {}),
    listener: notes.listener,
    tools: { clock, log: keptLog(), hearing },
    fileOf: ownFile,
    ...change,
  });
  table.apply({ ...DEVICE, kind: 'connected', name: 'Program', labels: 'number' });
}

beforeEach(async () => {
  clock = fakeClock();
  wanted = new Set();
  hearing = {
    follow(listener: (state: RoomHeard) => void) {
      changed = listener;
      return {
        want(paths: ReadonlySet<string>) {
          wanted = paths;
        },
        close() {
          wanted = new Set();
        },
      };
    },
  };
  open();
  await play(1, 'One');
  hearLevels({ One: 1 });
  await play(2, 'Two');
});

test('the files on the decks are listened for', () => {
  expect([...wanted]).toEqual(['/music/One.mp3', '/music/Two.mp3']);
  table.stop();
  expect([...wanted]).toEqual([]);
});

test('the deck that is heard is featured, and its level shown', () => {
  hearLevels({ One: 1, Two: 0 });
  expect(featured()).toEqual(['One']);
  hearLevels({ One: 0, Two: 0.9 });
  expect(featured()).toEqual(['One', 'Two']);
  expect(table.views().map(({ level }) => level)).toEqual([0, 0.9]);
});

test('without sound, the decks have no levels', () => {
  hearLevels({ One: 0, Two: 0.9 });
  changed({ levels: undefined, unreadable: new Set() });
  expect(table.views().map(({ level }) => level)).toEqual([undefined, undefined]);
});

test('what was heard of a track says nothing of the next one on its deck', async () => {
  hearLevels({ One: 0.9, Two: 0 });
  await play(1, 'Three');
  expect([...wanted]).toEqual(['/music/Three.mp3', '/music/Two.mp3']);
  expect(table.views().map(({ level }) => level)).toEqual([undefined, 0]);
});

test('of two decks with the same recording the one that was heard first stays, and the reason names both', () => {
  const levels = new Map([
    ['/music/One.mp3', 1],
    ['/music/Two.mp3', 0],
  ]);
  const reason = (): string | undefined => table.views()[1]?.reason;
  changed({ levels, doubles: new Map([['/music/Two.mp3', '/music/One.mp3']]), unreadable: new Set() });
  expect(featured()).toEqual(['One']);
  expect(reason()).toBe('Deck 2 waits: it plays the same recording as deck 1, which was heard first');
  hearLevels({ One: 1, Two: 0 });
  expect(reason()).toBe('Deck 2 waits: it is not heard');
});

test('while one deck is heard, one whose file is still being read is not', () => {
  hearLevels({ One: 1 });
  expect(table.views().map(({ level }) => level)).toEqual([1, 0]);
  hearLevels({ One: 0 });
  expect(table.views().map(({ level }) => level)).toEqual([0, undefined]);
});

describe('decks whose program records loads alone', () => {
  const count = (number: number, load: number): void =>
    table.apply({ ...DEVICE, number, kind: 'counted', load });

  beforeEach(async () => {
    table.stop();
    open({ loadsAlone: true, settings: settingsOf(deckOptions, { 'detection.algorithm': 'lead' }) });
    await play(1, 'One');
    count(1, 1);
    await play(2, 'Two');
  });

  test('a cued track that counts as played waits until it is heard', () => {
    hearLevels({ One: 1 });
    count(2, 2);
    hearLevels({ One: 1, Two: 0 });
    expect(featured()).toEqual(['One']);
    hearLevels({ One: 0, Two: 1 });
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('a track is featured when it is heard, whether its program counts it as played or not', () => {
    hearLevels({ One: 0, Two: 1 });
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('when none of them is heard for ten seconds, the last load that counts as played is featured', async () => {
    hearLevels({ One: 1, Two: 0 });
    count(2, 2);
    for (let second = 0; second < 11; second += 1) {
      hearLevels({ One: 0, Two: 0 });
      expect(featured()).toEqual(second < 10 ? ['One'] : ['One', 'Two']);
      await clock.advance(1_000);
    }
  });

  test('without sound, the last load that counts as played leads, whatever the rule for other decks', () => {
    expect(featured()).toEqual(['One']);
    count(2, 2);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('decks that are swapped take what is heard with them, and nothing is announced again', () => {
    hearLevels({ One: 1, Two: 0 });
    const to = new Map([
      [1, 2],
      [2, 1],
    ]);
    table.apply({ ...DEVICE, kind: 'moved', to });
    expect(table.views().map(({ track, level }) => [track.title, level])).toEqual([
      ['Two', 0],
      ['One', 1],
    ]);
    hearLevels({ One: 0, Two: 1 });
    table.apply({ ...DEVICE, kind: 'moved', to });
    hearLevels({ One: 1, Two: 0 });
    expect(new Set(notes.transitions.map(({ playId }) => playId)).size).toBe(2);
  });

  test('a file that cannot be read is featured when it counts as played', () => {
    changed({ levels: new Map([['/music/One.mp3', 1]]), unreadable: new Set(['/music/Two.mp3']) });
    count(2, 2);
    expect(featured()).toEqual(['One', 'Two']);
  });
});
