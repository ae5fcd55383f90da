/** Traktor sends over six connections, so nearly simultaneous requests arrive in any order. */
import { beforeEach, expect, test } from 'vitest';
import type { DeckEvent } from '../../decks/index.ts';
import { TraktorDecks } from './deck-events.ts';
import type { LoadMessage, TraktorMessage } from './message.ts';

let decks: TraktorDecks;

beforeEach(() => {
  decks = new TraktorDecks('here', 'Traktor');
});

const load = (deck: number, title: string, isPlaying = false): LoadMessage => ({
  kind: 'load',
  deck,
  title,
  artist: '',
  album: '',
  genre: '',
  label: '',
  remixer: '',
  comment: '',
  keyText: '',
  key: '',
  filePath: '/Volumes/Macintosh HD/old.mp3',
  isPlaying,
  elapsedTime: 0,
});
const update = (deck: number, values: { isPlaying?: boolean; elapsedTime?: number }): TraktorMessage => ({
  kind: 'update',
  deck,
  ...values,
});
const channel = (number: number, values: { isOnAir?: boolean; onAirLevel?: number }): TraktorMessage => ({
  kind: 'channel',
  channel: number,
  ...values,
});

function engaged(events: readonly DeckEvent[]): boolean[] {
  return events.flatMap((event) => (event.kind === 'engaged' ? [event.engaged] : []));
}

function level(events: readonly DeckEvent[]): (number | undefined)[] {
  return events.flatMap((event) => (event.kind === 'level' ? [event.level] : []));
}

test("a delayed load from before its deck's start does not stop the deck", () => {
  decks.receive(update(1, { isPlaying: true, elapsedTime: 0 }), 1_000);
  expect(engaged(decks.receive(load(1, 'One', false), 1_080))).toEqual([]);
});

test("a delayed tick from before its deck's stop does not start the deck", () => {
  decks.receive(update(1, { isPlaying: false, elapsedTime: 9 }), 1_000);
  expect(engaged(decks.receive(update(1, { elapsedTime: 9 }), 1_050))).toEqual([]);
  expect(engaged(decks.receive(update(1, { elapsedTime: 10 }), 2_050))).toEqual([true]);
});

test('TraktorDecks finds the file name quickly in the longest path of a request', () => {
  const filePath = `/${'a'.repeat(60_000)}/`;
  const before = process.cpuUsage();
  decks.receive({ ...load(1, 'One'), filePath }, 1_000);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(500);
});

test('TraktorDecks reports an empty deck without names, even if it has a path', () => {
  const kinds = decks
    .receive(load(1, ' '), 0)
    .flatMap((event) => (event.kind === 'loaded' ? [event.loaded] : []));
  expect(kinds).toEqual([false]);
});

test('TraktorDecks ignores a delayed play of a deck that was emptied, but reports a later one as an unknown track', () => {
  const loaded = (events: readonly DeckEvent[]) =>
    events.flatMap((event) => (event.kind === 'loaded' ? [event.loaded] : []));
  decks.receive(load(1, 'One', true), 0);
  decks.receive(load(1, ' '), 10_000);
  expect(loaded(decks.receive(update(1, { isPlaying: true }), 10_080))).toEqual([]);
  expect(loaded(decks.receive(update(1, { isPlaying: true }), 12_000))).toEqual([false, true]);
});

test('TraktorDecks does not take three decks that are loaded one by one for a start of Traktor', () => {
  decks.receive(channel(4, { isOnAir: true, onAirLevel: 1 }), 0);
  decks.receive(update(4, { isPlaying: true, elapsedTime: 9 }), 0);
  const after = (titles: readonly string[], ms: number, from: number) =>
    titles.flatMap((title, index) => decks.receive(load(index + 1, title), from + index * ms));
  const ofOthers = (events: readonly DeckEvent[]) =>
    events.flatMap((event) => ('number' in event && event.number === 4 ? [event.kind] : []));
  expect(ofOthers(after(['One', 'Two', 'Three'], 5_000, 10_000))).toEqual([]);
  expect(ofOthers(after(['Four', 'Five', 'Six'], 300, 60_000))).toEqual(['loaded', 'engaged', 'level']);
});

test('TraktorDecks takes an open channel as quiet until its level is reported, and keeps the level if it is not repeated', () => {
  expect(level(decks.receive(channel(1, { isOnAir: true }), 0))).toEqual([0.05]);
  expect(level(decks.receive(channel(1, { onAirLevel: 0.8 }), 300))).toEqual([0.8]);
  expect(level(decks.receive(channel(1, { isOnAir: false }), 400))).toEqual([0]);
  expect(level(decks.receive(channel(1, { isOnAir: true }), 450))).toEqual([0.8]);
});

test('TraktorDecks closes a channel that ends closed, in any order of its cuts', () => {
  decks.receive(channel(1, { isOnAir: false }), 0);
  decks.receive(channel(1, { isOnAir: true }), 10);
  expect(level(decks.receive(channel(1, { onAirLevel: 0 }), 270))).toEqual([0]);
});

/** Events of all due checks, with the times. */
function untilQuiet(): readonly (readonly [at: number, event: string])[] {
  const said: (readonly [number, string])[] = [];
  for (let at = decks.silentAt; at !== undefined; at = decks.silentAt) {
    for (const event of decks.checkSilence(at)) {
      said.push([at, event.kind === 'engaged' ? `deck ${event.number} ${event.engaged}` : event.kind]);
    }
  }
  return said;
}

test('TraktorDecks loses the connection when messages stop, and stops a deck whose messages do not return with the others', () => {
  // Ticks every second, 400 milliseconds apart.
  for (const [deck, at] of [
    [1, 0],
    [2, 400],
  ] as const) {
    decks.receive(load(deck, `Track ${deck}`), at);
    decks.receive(update(deck, { isPlaying: true, elapsedTime: 0 }), at + 300);
  }
  expect(untilQuiet()).toEqual([[3_700, 'lost']]);
  for (const at of [10_000, 11_000, 12_000]) {
    expect(engaged(decks.receive(update(2, { elapsedTime: at / 1_000 }), at))).toEqual([]);
  }
  expect(untilQuiet()).toEqual([
    [13_000, 'deck 1 false'],
    [15_000, 'lost'],
  ]);
});
