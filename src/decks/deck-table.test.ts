import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { ScriptedDecks } from '../../test/support/scripted-decks.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { type SourceNotes, sourceNotes } from '../../test/support/source.ts';
import { track } from '../../test/support/tracks.ts';
import type { Track } from '../core/track.ts';
import type { Tags } from './detection/index.ts';
import { type TrackLibrary, trackOf } from './index.ts';
import { type DeckSettings, deckOptions } from './options.ts';

const RED = '#ffea2828';
const GREEN = '#ff28ea28';

let clock: FakeClock;
let notes: SourceNotes;
let decks: ScriptedDecks;
let stop: AbortController;
/** Names that the device's library knows. */
let known: Partial<Track>;

const library: TrackLibrary = {
  trackOf: (tags) => ({ ...trackOf(tags), ...known }),
  artOf: () => undefined,
};

function open(change: Partial<DeckSettings>): void {
  clock = fakeClock();
  notes = sourceNotes();
  known = {};
  stop = new AbortController();
  const settings = settingsOf(deckOptions, { 'detection.algorithm': 'lead', ...change });
  decks = new ScriptedDecks({ name: 'script', settings, tools: { clock, log: keptLog() }, library });
  void decks.run(notes.listener, stop.signal);
  decks.connect('unit');
}

beforeEach(() => open({ 'hide.color': 'red' }));

async function load(number: number, tags: Partial<Tags>): Promise<void> {
  decks.load(number, tags);
  await clock.advance(2_000);
}

async function play(number: number): Promise<void> {
  decks.play(number);
  await clock.advance(500);
}

function color(number: number, value: string): void {
  decks.on(number, { kind: 'color', color: value });
}

function name(number: number, tags: Partial<Tags>): void {
  decks.on(number, { kind: 'tags', tags });
}

const FILE_ONE = { location: 'stick/one.mp3', filename: 'one.mp3' };
const FILE_TWO = { location: 'stick/two.mp3', filename: 'two.mp3' };
const ONE = { title: 'One', artist: 'Ada', genre: 'House', ...FILE_ONE };
const TWO = { title: 'Two', artist: 'Bo', genre: 'Techno', ...FILE_TWO };

describe('names reported after the load', () => {
  test('are reported for the play announced without them', async () => {
    await load(1, ONE);
    await play(1);
    await load(1, FILE_TWO);
    expect(notes.transitions.map(({ track: { title, filename } }) => [title, filename])).toEqual([
      ['One', 'one.mp3'],
      ['', 'two.mp3'],
    ]);
    name(1, TWO);
    await clock.advance(400);
    expect(notes.transitions).toHaveLength(2);
    expect(notes.learned.at(-1)).toMatchObject({
      playId: notes.transitions[1]?.playId,
      track: { title: 'Two', artist: 'Bo', genre: 'Techno' },
    });
  });

  test('are not reported for the previous play while incomplete', async () => {
    await load(1, ONE);
    await play(1);
    decks.on(1, { kind: 'loaded', loaded: false });
    name(1, TWO);
    decks.on(1, { kind: 'loaded', loaded: true });
    decks.libraryChanged();
    expect(notes.learned.map(({ track: { title } }) => title)).toEqual(['One']);
    expect(decks.decks()[0]).toMatchObject({ track: track({}) });
    expect(decks.decks()[0]?.play).toBeUndefined();
  });

  test('are reported for the track on air while its deck loads the next one', async () => {
    await load(1, ONE);
    await play(1);
    decks.on(1, { kind: 'loaded', loaded: false });
    name(1, TWO);
    known = { genre: 'Promo' };
    decks.libraryChanged();
    expect(notes.learned).toMatchObject([
      { playId: notes.transitions[0]?.playId, track: { title: 'One', genre: 'Promo' } },
    ]);
  });

  test('restart the search for pictures of a loaded track', async () => {
    await load(1, FILE_TWO);
    name(1, TWO);
    await clock.advance(400);
    expect(notes.loaded.map(({ title }) => title)).toEqual(['', 'Two']);
  });

  test('are reported if another deck has them', async () => {
    await load(1, FILE_TWO);
    await play(1);
    await load(2, TWO);
    expect(notes.learned).toMatchObject([
      { playId: notes.transitions[0]?.playId, track: { title: 'Two', artist: 'Bo' } },
    ]);
  });
});

describe('a device that reconnects after the color of its hidden track was cleared', () => {
  beforeEach(async () => {
    await load(1, ONE);
    color(1, RED);
    await play(1);
    decks.apply({ device: 'unit', kind: 'lost' });
    decks.connect('unit');
    color(1, GREEN);
  });

  test('keeps the track hidden if another one was loaded', async () => {
    await clock.advance(100);
    name(1, TWO);
    await clock.advance(400);
    expect(notes.transitions.map(({ track: { title }, hidden }) => [title, hidden])).toEqual([
      ['One', true],
      ['Two', false],
    ]);
    expect(notes.visibility).toEqual([]);
  });

  test('reveals the track once it is known to be the same', async () => {
    expect(notes.visibility).toEqual([]);
    await clock.advance(1_500);
    expect(notes.visibility).toEqual([{ playId: notes.transitions[0]?.playId, hidden: false }]);
  });
});

describe('a track that is loaded on two decks', () => {
  beforeEach(async () => {
    await load(1, ONE);
    await play(1);
    await load(2, { ...ONE, location: 'stick/copy of one.mp3', filename: 'copy of one.mp3' });
  });

  test('has the names of the leading deck', () => {
    decks.libraryChanged();
    expect(notes.learned.map(({ track: { filename } }) => filename)).toEqual(
      notes.learned.map(() => 'one.mp3'),
    );
    expect(notes.learned.length).toBeGreaterThan(0);
  });

  test('stays hidden when only the deck with the hiding color keeps it', async () => {
    color(2, RED);
    expect(notes.visibility).toEqual([]);
    await load(1, TWO);
    expect(notes.visibility).toEqual([{ playId: notes.transitions[0]?.playId, hidden: true }]);
  });

  test('is shown as one play, hidden if either deck hides it', () => {
    const [play] = notes.transitions;
    color(1, GREEN);
    color(2, RED);
    expect(decks.decks()).toMatchObject([
      { play: play?.playId, hidden: true },
      { play: play?.playId, hidden: true },
    ]);
  });
});

describe('the play on air', () => {
  beforeEach(async () => {
    await load(1, ONE);
    await play(1);
  });

  const ends = (): unknown => notes.ends.map(({ playId }) => playId === notes.transitions[0]?.playId);

  test('ends when all decks have stopped for half a minute, at the time of the stop', async () => {
    const at = clock.now();
    decks.play(1, false);
    await clock.advance(29_999);
    expect(ends()).toEqual([]);
    await clock.advance(1);
    expect(notes.ends).toEqual([{ playId: notes.transitions[0]?.playId, at }]);
    await clock.advance(60_000);
    expect(ends()).toEqual([true]);
  });

  test('ends ten seconds after its deck was emptied, unless another one holds a track', async () => {
    await load(2, TWO);
    const at = clock.now();
    decks.play(1, false);
    decks.on(1, { kind: 'loaded', loaded: false });
    await clock.advance(15_000);
    expect(ends()).toEqual([]);
    decks.on(2, { kind: 'loaded', loaded: false });
    await clock.advance(9_999);
    expect(ends()).toEqual([]);
    await clock.advance(1);
    expect(notes.ends).toEqual([{ playId: notes.transitions[0]?.playId, at }]);
  });

  test('ends ten seconds after its restarted device has reported that each deck is empty', async () => {
    await load(2, TWO);
    decks.on(2, { kind: 'loaded', loaded: false });
    decks.apply({ device: 'unit', kind: 'lost' });
    await clock.advance(6_000);
    decks.connect('unit');
    decks.play(1, false);
    decks.on(1, { kind: 'loaded', loaded: false });
    await clock.advance(15_000);
    expect(ends()).toEqual([]);
    decks.on(2, { kind: 'loaded', loaded: false });
    await clock.advance(10_000);
    expect(ends()).toEqual([true]);
  });

  test('goes on when its deck runs again, with the color that it has now', async () => {
    decks.play(1, false);
    await clock.advance(30_000);
    color(1, RED);
    decks.play(1);
    expect(notes.transitions.map(({ playId, hidden }) => [playId, hidden])).toEqual([
      [notes.transitions[0]?.playId, false],
      [notes.transitions[0]?.playId, true],
    ]);
  });

  test('does not end on a deck that is not known to run, where the operator put it on air', async () => {
    await load(2, TWO);
    decks.play(1, false);
    decks.putOnAir('2');
    await clock.advance(60_000);
    expect(ends()).toEqual([]);
  });

  test('survives short stops', async () => {
    decks.play(1, false);
    await clock.advance(29_000);
    decks.play(1);
    await clock.advance(60_000);
    expect(ends()).toEqual([]);
  });

  test('ends half a minute after its lost device counts as away, at the time of the loss', async () => {
    const at = clock.now();
    decks.apply({ device: 'unit', kind: 'lost' });
    await clock.advance(34_000);
    expect(ends()).toEqual([]);
    await clock.advance(1_000);
    expect(notes.ends).toEqual([{ playId: notes.transitions[0]?.playId, at }]);
  });
});

describe('the silence of the play on air', () => {
  const silence = () => decks.silence((id) => id === notes.transitions[0]?.playId);

  beforeEach(async () => {
    await load(1, ONE);
    await play(1);
  });

  test('begins with a pause, and is over when the deck runs again', async () => {
    expect(silence()).toBeUndefined();
    const since = clock.now();
    decks.play(1, false);
    await clock.advance(40_000);
    expect(silence()).toEqual({ since, why: 'paused' });
    decks.play(1);
    expect(silence()).toBeUndefined();
  });

  test('begins when the last deck is emptied', async () => {
    decks.play(1, false);
    decks.on(1, { kind: 'loaded', loaded: false });
    expect(silence()).toEqual({ since: clock.now(), why: 'ended' });
  });

  test('begins with a pause even if another deck runs, which may be unheard', async () => {
    await load(2, TWO);
    decks.play(2);
    decks.play(1, false);
    expect(silence()).toEqual({ since: clock.now(), why: 'paused' });
  });

  test('does not begin on a deck that is not known to run, where the operator put it on air', async () => {
    await load(2, TWO);
    decks.putOnAir('2');
    await clock.advance(5_000);
    expect(decks.silence(() => true)).toBeUndefined();
  });

  test('begins with the loss of its device, even if another one plays, and lasts until that has told all', async () => {
    decks.connect('other');
    decks.load({ device: 'other', number: 1 }, TWO);
    decks.play({ device: 'other', number: 1 });
    const since = clock.now();
    decks.apply({ device: 'unit', kind: 'lost' });
    await clock.advance(4_000);
    expect(silence()).toEqual({ since, why: 'unreachable' });
    decks.apply({ device: 'other', kind: 'lost' });
    decks.connect('unit');
    expect(silence()).toEqual({ since, why: 'unreachable' });
    name(1, ONE);
    await clock.advance(2_000);
    expect(silence()).toBeUndefined();
  });

  test('begins with the loss of a device that comes back empty', async () => {
    const at = clock.now();
    decks.apply({ device: 'unit', kind: 'lost' });
    await clock.advance(8_000);
    decks.connect('unit');
    decks.play(1, false);
    decks.on(1, { kind: 'loaded', loaded: false });
    expect(silence()).toEqual({ since: at, why: 'ended' });
    await clock.advance(10_000);
    expect(notes.ends).toEqual([{ playId: notes.transitions[0]?.playId, at }]);
  });

  test('outlasts its end until a device that comes back has told that the deck still runs', async () => {
    decks.apply({ device: 'unit', kind: 'lost' });
    await clock.advance(60_000);
    decks.connect('unit');
    expect(notes.transitions).toHaveLength(1);
    name(1, ONE);
    await clock.advance(2_000);
    expect(notes.transitions).toHaveLength(2);
    expect(silence()).toBeUndefined();
  });

  test('does not begin while names come late', () => {
    name(1, { title: 'One (Remix)' });
    expect(silence()).toBeUndefined();
  });

  test('concerns no other play', () => {
    decks.play(1, false);
    expect(decks.silence(() => false)).toBeUndefined();
  });
});

test('a deck of a lost device is out of reach at once, and may be back before it counts as stopped', async () => {
  await load(1, ONE);
  await play(1);
  decks.apply({ device: 'unit', kind: 'lost' });
  const lost = { reachable: false, playing: true, featured: true };
  expect(decks.decks()[0]).toMatchObject({ ...lost, reason: { id: 'decks.deck-out-reach' } });
  decks.connect('unit');
  expect(decks.decks()[0]).toMatchObject({ ...lost, reachable: true });
});

test('only the deck that played the track on air is called paused', async () => {
  await load(1, ONE);
  await play(1);
  await load(2, ONE);
  decks.play(1, false);
  await clock.advance(2_000);
  expect(decks.decks().map(({ featured, reason }) => [featured, String(reason)])).toEqual([
    [true, 'Deck 1 is paused'],
    [true, "Deck 2 isn't playing"],
  ]);
  await load(1, TWO);
  expect(String(decks.decks()[0]?.reason)).toBe("Deck 1 isn't playing");
});

test('a track that goes on from another deck is reported again, from there', async () => {
  await load(1, ONE);
  await play(1);
  await load(2, ONE);
  await play(2);
  decks.play(1, false);
  await clock.advance(2_000);
  expect(new Set(notes.transitions.map(({ playId }) => playId)).size).toBe(1);
  expect(notes.transitions.map(({ deck }) => deck)).toEqual(['1', '2']);
});
