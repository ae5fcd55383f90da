/** Decks of programs that record loads alone, with the faders of a controller. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { type SourceNotes, sourceNotes } from '../../test/support/source.ts';
import type { ControllerFaders, ControllerLevels } from '../core/contracts/faders.ts';
import type { RoomHeard } from '../core/contracts/hearing.ts';
import { type PlayId, UNKNOWN_TRACK } from '../core/track.ts';
import { DeckTable, ownFile } from './index.ts';
import { deckOptions } from './options.ts';

let clock: FakeClock;
let notes: SourceNotes;
let table: DeckTable;
let followers: Set<(levels: ControllerLevels) => void>;
let hear: (levels: Readonly<Record<string, number>>) => void;

const DEVICE = { device: 'program' };

const faders: ControllerFaders = {
  follow(changed) {
    followers.add(changed);
    changed(new Map());
    return () => followers.delete(changed);
  },
};

function fade(levels: Readonly<Record<number, number>>): void {
  const now = new Map(
    Object.entries(levels).map(([deck, level]) => [Number(deck), { level, fader: level }] as const),
  );
  for (const changed of followers) {
    changed(now);
  }
}

function loadAtOnce(number: number, title: string): void {
  const filename = `${title}.mp3`;
  const tags = { ...UNKNOWN_TRACK, title, filename, location: `/music/${filename}` };
  table.apply(
    { ...DEVICE, number, kind: 'loaded', loaded: false },
    { ...DEVICE, number, kind: 'tags', tags },
    { ...DEVICE, number, kind: 'loaded', loaded: true },
    { ...DEVICE, number, kind: 'running', running: true },
  );
}

/** Loads a track, and waits until its names count. */
async function load(number: number, title: string): Promise<void> {
  loadAtOnce(number, title);
  await clock.advance(1_000);
}

let loads = 0;
function count(number: number): void {
  loads += 1;
  table.apply({ ...DEVICE, number, kind: 'counted', order: loads });
}

function featured(): readonly string[] {
  return notes.transitions.map(({ track }) => track.title);
}

function reasons(): readonly string[] {
  return table.views().map(({ reason }) => String(reason));
}

function open({ hears = false, loadsAlone = true } = {}): void {
  notes = sourceNotes();
  followers = new Set();
  const hearing = {
    follow(listener: (state: RoomHeard) => void) {
      hear = (levels) => {
        const byPath = Object.entries(levels).map(
          ([title, level]) => [`/music/${title}.mp3`, level] as const,
        );
        listener({ levels: new Map(byPath), unreadable: new Set() });
      };
      return { want: () => undefined, close: () => undefined };
    },
  };
  table = new DeckTable({
    source: 'program',
    settings: settingsOf(deckOptions, {}),
    listener: notes.listener,
    tools: { clock, log: keptLog(), faders, ...(hears && { hearing }) },
    fileOf: ownFile,
    takesFaders: true,
    ...(loadsAlone && { loadsAlone }),
  });
  table.apply({ ...DEVICE, kind: 'connected', name: 'Program', labels: 'number' });
}

beforeEach(() => {
  clock = fakeClock();
  loads = 0;
  open();
});

describe('a track that the program counts, but the DJ only tried', () => {
  /** Titles in order, with the one that leaves the set; reports that an earlier play leads again are left out. */
  const plays = () =>
    notes.transitions.flatMap(({ playId, track: { title }, correction }, index) => {
      const first = (id: PlayId) => notes.transitions.findIndex((one) => one.playId === id);
      const mistake = correction?.mistake && notes.transitions[first(correction.mistake)];
      const isNew = first(playId) === index;
      return mistake ? [`${title} in place of ${mistake.track.title}`] : isNew || correction ? [title] : [];
    });
  const eject = (number: number) =>
    table.apply(
      { ...DEVICE, number, kind: 'loaded', loaded: false },
      { ...DEVICE, number, kind: 'running', running: false },
      { ...DEVICE, number, kind: 'counted', order: undefined },
    );

  beforeEach(async () => {
    await load(1, 'One');
    count(1);
    await load(2, 'Tried');
    count(2);
    expect(plays()).toEqual(['One', 'Tried']);
  });

  test.each([
    ['ejected', () => Promise.resolve(eject(2))],
    ['loaded over', () => load(2, 'Next')],
  ])('gives way to the one before once it is %s', async (_, end) => {
    await clock.advance(15_000);
    await end();
    await clock.advance(10_000);
    expect(plays()).toEqual(['One', 'Tried', 'One in place of Tried']);
    expect(notes.transitions.at(-1)?.playId).toBe(notes.transitions[0]?.playId);
  });

  test('stays in the set if it was on air long enough to have been mixed in', async () => {
    await clock.advance(60_000);
    eject(2);
    await clock.advance(10_000);
    expect(plays()).toEqual(['One', 'Tried', 'One']);
    expect(notes.transitions.at(-1)?.playId).toBe(notes.transitions[0]?.playId);
  });

  test('may have been mixed in if it was on air for long, so that nothing returns', async () => {
    await clock.advance(3 * 60_000);
    eject(2);
    await clock.advance(10_000);
    expect(plays()).toEqual(['One', 'Tried']);
  });

  test('gives way to the one before that is still loaded, whatever other decks hold', async () => {
    await load(3, 'Three');
    count(3);
    eject(3);
    await clock.advance(10_000);
    expect(plays()).toEqual(['One', 'Tried', 'Three', 'Tried in place of Three']);
    eject(2);
    await clock.advance(10_000);
    expect(plays().at(-1)).toBe('One in place of Tried');
  });

  test("gives way to the operator's earlier choice, which holds until another track counts", async () => {
    await load(3, 'Chosen');
    table.putOnAir('3');
    await load(4, 'Four');
    count(4);
    eject(4);
    await clock.advance(10_000);
    expect(plays().slice(2)).toEqual(['Chosen', 'Four', 'Chosen in place of Four']);
    expect(reasons()[2]).toBe(
      'Deck 3 was put on air by the operator; detection takes over at the next change',
    );
    await load(4, 'Five');
    count(4);
    expect(plays().at(-1)).toBe('Five');
  });
});

describe('a program that records loads alone', () => {
  beforeEach(async () => {
    await load(1, 'One');
    fade({ 1: 1, 2: 0 });
  });

  test('features the deck whose fader is open, before the program counts its track', async () => {
    await load(2, 'Two');
    expect(featured()).toEqual(['One']);
    fade({ 1: 1, 2: 0.6 });
    fade({ 1: 0.3, 2: 1 });
    expect(featured()).toEqual(['One']);
    fade({ 1: 0, 2: 1 });
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('keeps the track on air when the program counts one that nobody hears', async () => {
    await load(2, 'Two');
    count(2);
    expect(featured()).toEqual(['One']);
    expect(table.views().map(({ level }) => level)).toEqual([1, 0]);
  });

  test('ignores an old load on a deck whose fader never moved', async () => {
    await load(3, 'Old');
    await load(2, 'Two');
    fade({ 1: 0, 2: 1 });
    expect(featured()).toEqual(['One', 'Two']);
    expect(reasons()[2]).toBe('Deck 3 waits until the DJ program counts its track as played');
  });

  test('goes by the record again when the controller is gone', async () => {
    await load(2, 'Two');
    fade({});
    expect(table.views().map(({ level }) => level)).toEqual([undefined, undefined]);
    count(1);
    count(2);
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('goes by the record after open faders have rested, and says so', async () => {
    count(1);
    await load(2, 'Two');
    fade({ 1: 1, 2: 1 });
    count(2);
    await clock.advance(19_000);
    expect(featured()).toEqual(['One']);
    await clock.advance(1_000);
    expect(featured()).toEqual(['One', 'Two']);
    expect(reasons()[1]).toBe(
      'Deck 2 leads: its track counted as played last (several faders are open and have not moved for a while)',
    );
  });

  test('keeps both through a blend in which a fader moves', async () => {
    await load(2, 'Two');
    count(2);
    for (let step = 1; step <= 20; step += 1) {
      fade({ 1: 1, 2: step / 20 });
      await clock.advance(3_000);
    }
    expect(featured()).toEqual(['One']);
  });
});

describe('with hearing', () => {
  beforeEach(async () => {
    open({ hears: true });
    await load(1, 'One');
    fade({ 1: 1, 2: 0 });
    await load(2, 'Two');
  });

  test('faders decide when, although the room still hears the old track', () => {
    hear({ One: 1, Two: 0 });
    fade({ 1: 0, 2: 1 });
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('an open fader on a silent deck does not keep its track on air', async () => {
    fade({ 1: 1, 2: 1 });
    hear({ One: 0, Two: 0.9 });
    await clock.advance(10_000);
    expect(featured()).toEqual(['One']);
    await clock.advance(10_000);
    expect(featured()).toEqual(['One', 'Two']);
    expect(reasons()).toEqual([
      'Deck 1 waits: its fader is open, but only deck 2 is heard',
      'Deck 2 leads: of the open faders, only its track is heard',
    ]);
  });
});

test('a program that reports its own levels is left alone', async () => {
  open({ loadsAlone: false });
  await load(1, 'One');
  await load(2, 'Two');
  fade({ 1: 1, 2: 0 });
  expect(table.views().map(({ level }) => level)).toEqual([1, 0]);
  table.apply({ ...DEVICE, number: 2, kind: 'level', level: 0.7 });
  expect(table.views().map(({ level }) => level)).toEqual([undefined, 0.7]);
  expect(followers.size).toBe(0);
  fade({ 1: 1, 2: 0 });
  expect(table.views().map(({ level }) => level)).toEqual([undefined, 0.7]);
});

test('a program that does not know its levels leaves those of the faders', async () => {
  open({ loadsAlone: false });
  await load(1, 'One');
  fade({ 1: 0.5 });
  table.apply({ ...DEVICE, number: 1, kind: 'level', level: undefined });
  expect(table.views().map(({ level }) => level)).toEqual([0.5]);
});

test('a device that connects later gets the levels, and a stopped table follows no faders', () => {
  fade({ 1: 0.5 });
  table.apply({ device: 'late', kind: 'connected', name: 'Late', labels: 'letters' });
  table.apply({ device: 'late', number: 1, kind: 'loaded', loaded: true });
  expect(table.views().map(({ deck, level }) => [deck, level])).toEqual([['A', 0.5]]);
  table.stop();
  expect(followers.size).toBe(0);
});

test.each([{ 1: 1 }, { 2: 1 }])(
  'decks that start at once are shown as without a controller while only the faders %j are known',
  async (levels) => {
    const shownWith = async (known: Readonly<Record<number, number>>): Promise<readonly string[]> => {
      open({ loadsAlone: false });
      fade(known);
      await clock.advance(5_000);
      loadAtOnce(1, 'One');
      loadAtOnce(2, 'Two');
      await clock.advance(10_000);
      return featured();
    };
    expect(await shownWith(levels)).toEqual(await shownWith({}));
    expect(featured()).toEqual(['One']);
  },
);
