import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { type SourceNotes, sourceNotes } from '../../test/support/source.ts';
import type { RoomHeard, RoomHearing } from '../core/contracts/hearing.ts';
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

/** Loads a file, or a stream if `filename` is empty. */
function load(number: number, title: string, filename = `${title}.mp3`): void {
  const tags = { ...UNKNOWN_TRACK, title, filename, location: filename && `/music/${filename}` };
  table.apply({ ...DEVICE, number, kind: 'tags', tags }, { ...DEVICE, number, kind: 'loaded', loaded: true });
}

function engage(number: number, engaged: boolean): void {
  table.apply({ ...DEVICE, number, kind: 'engaged', engaged });
}

async function play(number: number, title: string, filename?: string): Promise<void> {
  load(number, title, filename);
  await clock.advance(1_000);
  engage(number, true);
  await clock.advance(1_000);
}

function hearLevels(levels: Readonly<Record<string, number>>): void {
  const byPath = Object.entries(levels).map(([title, level]) => [`/music/${title}.mp3`, level] as const);
  changed({ levels: new Map(byPath), unreadable: new Set() });
}

async function hearFor(levels: Readonly<Record<string, number>>, seconds: number): Promise<void> {
  for (let quarter = 0; quarter < 4 * seconds; quarter += 1) {
    hearLevels(levels);
    await clock.advance(250);
  }
}

function featured(): readonly string[] {
  return notes.transitions.map(({ track }) => track.title);
}

/** Opens a table of a program without levels. */
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
    beats: {
      follow: () => () => undefined,
      at: (path, time) => (path === '/music/Two.mp3' ? { beat: 8, bpm: 120, positionMs: time } : undefined),
    },
  };
  open();
  await play(1, 'One');
  hearLevels({ One: 1 });
  await play(2, 'Two');
});

test('requests the files on the decks until it stops', () => {
  expect([...wanted]).toEqual(['/music/One.mp3', '/music/Two.mp3']);
  table.stop();
  expect([...wanted]).toEqual([]);
});

test('has the beat of the file that is heard', () => {
  hearLevels({ One: 0, Two: 0.9 });
  expect(table.beatsAt(700)).toMatchObject([
    { leads: false, grid: undefined },
    { leads: true, grid: { beat: 8, positionMs: 700 } },
  ]);
});

test('features the deck that is heard, and shows its level', () => {
  hearLevels({ One: 1, Two: 0 });
  expect(featured()).toEqual(['One']);
  expect(notes.transitions[0]?.file).toBe('/music/One.mp3');
  hearLevels({ One: 0, Two: 0.9 });
  expect(featured()).toEqual(['One', 'Two']);
  expect(table.views().map(({ level }) => level)).toEqual([0, 0.9]);
});

test('shows no levels without sound', () => {
  hearLevels({ One: 0, Two: 0.9 });
  changed({ levels: undefined, unreadable: new Set() });
  expect(table.views().map(({ level }) => level)).toEqual([undefined, undefined]);
});

test('drops the level of a deck that loads another track', async () => {
  hearLevels({ One: 0.9, Two: 0 });
  await play(1, 'Three');
  expect([...wanted]).toEqual(['/music/Three.mp3', '/music/Two.mp3']);
  expect(table.views().map(({ level }) => level)).toEqual([undefined, 0]);
});

test('keeps the first of two decks with the same recording, and explains that', () => {
  const levels = new Map([
    ['/music/One.mp3', 1],
    ['/music/Two.mp3', 0],
  ]);
  const reason = (): string => String(table.views()[1]?.reason);
  changed({ levels, doubles: new Map([['/music/Two.mp3', '/music/One.mp3']]), unreadable: new Set() });
  expect(featured()).toEqual(['One']);
  expect(reason()).toBe('Deck 2 waits: deck 1 plays the same recording and was heard first');
  hearLevels({ One: 1, Two: 0 });
  expect(reason()).toBe('Deck 2 waits: it is not heard');
});

test('shows no level while a file is being read', () => {
  hearLevels({ One: 1 });
  expect(table.views().map(({ level }) => level)).toEqual([1, undefined]);
});

describe('while sound arrives', () => {
  test('keeps the deck on air during an unheard loop, when another track is loaded and read', async () => {
    await hearFor({ One: 0 }, 37);
    expect(featured()).toEqual(['One']);
    expect(table.views().map(({ reason }) => reason)).toEqual([
      'Deck 1 stays on air: no deck is heard',
      'Deck 2 waits: no deck is heard',
    ]);
    await hearFor({ One: 1, Two: 0 }, 1);
    expect(featured()).toEqual(['One']);
  });

  test('keeps the deck on air during a jump, when a streaming track is cued', async () => {
    await play(2, 'Streamed', '');
    await hearFor({ One: 0 }, 12);
    expect(featured()).toEqual(['One']);
    await hearFor({ One: 1 }, 1);
    expect(table.views().map(({ reason }) => reason)).toEqual([
      'Deck 1 is heard: 100 %, deck 2: 0 %',
      'Deck 2 waits: it is not heard',
    ]);
  });

  test('waits for a heard deck, when a cut deck loads a track for the headphones at once', async () => {
    hearLevels({ One: 1, Two: 0 });
    engage(1, false);
    await play(1, 'Three');
    await hearFor({ Two: 0 }, 6);
    expect(featured()).toEqual(['One']);
    await hearFor({ Two: 1, Three: 0 }, 1);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('features neither of two decks that run at the start until one is heard', async () => {
    open();
    hearLevels({});
    load(1, 'Track 1');
    engage(1, true);
    load(2, 'Track 2');
    engage(2, true);
    await clock.advance(1_000);
    await hearFor({ 'Track 1': 0 }, 20);
    expect(featured()).toEqual([]);
    await hearFor({ 'Track 1': 0.9, 'Track 2': 0 }, 1);
    expect(featured()).toEqual(['Track 1']);
  });

  test('features the only deck left at once, if none was heard for ten seconds before the stop', async () => {
    await hearFor({ One: 0, Two: 0 }, 50);
    engage(1, false);
    await clock.advance(1_000);
    expect(featured()).toEqual(['One', 'Two']);
    expect(table.views()[1]?.reason).toBe('Deck 2 stays on air: no deck is heard');
  });

  test('features the only deck left ten seconds after the other was last heard', async () => {
    hearLevels({ One: 1, Two: 0 });
    engage(1, false);
    await hearFor({ One: 0, Two: 0 }, 9);
    expect(featured()).toEqual(['One']);
    expect(table.views()[1]?.reason).toBe('Deck 2 waits: no deck is heard; leads after ten seconds of this');
    await hearFor({ One: 0, Two: 0 }, 2);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('features none in the first two seconds of a run, in which sound may still begin', async () => {
    open();
    load(1, 'Three');
    engage(1, true);
    await clock.advance(1_900);
    expect(featured()).toEqual([]);
    await clock.advance(100);
    expect(featured()).toEqual(['Three']);
  });
});

describe('a correction by ear', () => {
  const shown = (): readonly string[] =>
    notes.transitions.map(({ track: { title }, correction }) =>
      correction === undefined
        ? title
        : `${title} (${correction.mistake === undefined ? 'again' : 'in place of a mistake'})`,
    );
  beforeEach(async () => {
    // Without sound, the second track counts as the only one that plays.
    changed({ levels: undefined, unreadable: new Set() });
    engage(1, false);
    await clock.advance(1_000);
    engage(1, true);
    await clock.advance(1_000);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('features the track heard at 1.00 for five seconds, and announces the mistake once it is heard', async () => {
    await hearFor({ One: 1, Two: 0 }, 4);
    expect(shown()).toEqual(['One', 'Two', 'One']);
    await hearFor({ One: 1, Two: 0 }, 1);
    expect(shown()).toEqual(['One', 'Two', 'One', 'One (in place of a mistake)']);
    expect(table.views().map((deck) => deck.featured)).toEqual([true, false]);
    await hearFor({ One: 0, Two: 1 }, 1);
    expect(shown().at(-1)).toBe('Two');
    expect(table.views().map((deck) => deck.featured)).toEqual([false, true]);
  });

  test('keeps the other track in the set if it was heard', async () => {
    await hearFor({ One: 0.4, Two: 1 }, 2);
    await hearFor({ One: 1, Two: 0 }, 6);
    expect(shown().at(-1)).toBe('One (again)');
  });

  test('does not happen below 1.00, and never overrules the operator', async () => {
    await hearFor({ One: 0.98, Two: 0 }, 20);
    expect(shown()).toEqual(['One', 'Two', 'One']);
    table.putOnAir('2');
    await hearFor({ One: 1, Two: 0 }, 6);
    expect(shown().at(-1)).toBe('One (in place of a mistake)');
    table.putOnAir('2');
    await hearFor({ One: 1, Two: 0 }, 20);
    expect(shown().slice(-1)).toEqual(['Two']);
  });
});

describe('a program that records loads alone', () => {
  const count = (number: number, load: number): void =>
    table.apply({ ...DEVICE, number, kind: 'counted', order: load });

  beforeEach(async () => {
    table.stop();
    open({ loadsAlone: true, settings: settingsOf(deckOptions, { 'detection.algorithm': 'lead' }) });
    await play(1, 'One');
    count(1, 1);
    await play(2, 'Two');
  });

  test('features a track that counts as played only once it is heard', () => {
    hearLevels({ One: 1 });
    count(2, 2);
    hearLevels({ One: 1, Two: 0 });
    expect(featured()).toEqual(['One']);
    hearLevels({ One: 0, Two: 1 });
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('features a heard track that does not count as played', () => {
    hearLevels({ One: 0, Two: 1 });
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('features the last load that counts as played after ten seconds without any heard', async () => {
    hearLevels({ One: 1, Two: 0 });
    count(2, 2);
    await hearFor({ One: 0, Two: 0 }, 9.75);
    expect(featured()).toEqual(['One']);
    await hearFor({ One: 0, Two: 0 }, 0.5);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('features the last load that counts as played without sound, whatever the setting', () => {
    expect(featured()).toEqual(['One']);
    count(2, 2);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('moves heard levels when decks are swapped, and announces nothing again', () => {
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

  test('features an unreadable file that counts as played after ten seconds without any heard', async () => {
    const unreadable = new Set(['/music/Two.mp3']);
    changed({ levels: new Map([['/music/One.mp3', 1]]), unreadable });
    count(2, 2);
    expect(featured()).toEqual(['One']);
    changed({ levels: new Map([['/music/One.mp3', 0]]), unreadable });
    await clock.advance(10_000);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('does not feature a load that counts as played at once while another deck is heard', async () => {
    hearLevels({ One: 1, Two: 0 });
    const number = 2;
    const tags = { ...UNKNOWN_TRACK, title: 'Three', location: '/music/Three.mp3' };
    table.apply({ ...DEVICE, number, kind: 'loaded', loaded: false });
    table.apply(
      { ...DEVICE, number, kind: 'tags', tags },
      { ...DEVICE, number, kind: 'loaded', loaded: true },
      { ...DEVICE, number, kind: 'counted', order: 3 },
    );
    await clock.advance(2_000);
    hearLevels({ One: 1, Three: 0 });
    expect(featured()).toEqual(['One']);
  });
});
