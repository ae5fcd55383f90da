/** Requests take six connections: within a moment they arrive in any order. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { DeckEvent } from '../decks/index.ts';
import { TraktorDecks } from './deck-events.ts';
import type { TraktorMessage } from './message.ts';

let decks: TraktorDecks;

beforeEach(() => {
  decks = new TraktorDecks('here', 'Traktor');
});

const load = (deck: number, title: string, isPlaying = false): TraktorMessage => ({
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

test('a load that comes after the start of its deck, but was sent before, does not stop it', () => {
  decks.receive(update(1, { isPlaying: true, elapsedTime: 0 }), 1_000);
  expect(engaged(decks.receive(load(1, 'One', false), 1_080))).toEqual([]);
});

test('a tick that comes after the stop of its deck, but was sent before, does not start it', () => {
  decks.receive(update(1, { isPlaying: false, elapsedTime: 9 }), 1_000);
  expect(engaged(decks.receive(update(1, { elapsedTime: 9 }), 1_050))).toEqual([]);
  expect(engaged(decks.receive(update(1, { elapsedTime: 10 }), 2_050))).toEqual([true]);
});

test('an empty deck is reported without names, whatever path comes with it', () => {
  const kinds = decks
    .receive(load(1, ' '), 0)
    .flatMap((event) => (event.kind === 'loaded' ? [event.loaded] : []));
  expect(kinds).toEqual([false]);
});

test('an open channel counts as quiet until its level is reported, and as loud as before when that is not repeated', () => {
  expect(level(decks.receive(channel(1, { isOnAir: true }), 0))).toEqual([0.05]);
  expect(level(decks.receive(channel(1, { onAirLevel: 0.8 }), 300))).toEqual([0.8]);
  expect(level(decks.receive(channel(1, { isOnAir: false }), 400))).toEqual([0]);
  expect(level(decks.receive(channel(1, { isOnAir: true }), 450))).toEqual([0.8]);
});

test('a channel that ends closed is closed, in whatever order its cuts came', () => {
  decks.receive(channel(1, { isOnAir: false }), 0);
  decks.receive(channel(1, { isOnAir: true }), 10);
  expect(level(decks.receive(channel(1, { onAirLevel: 0 }), 270))).toEqual([0]);
});

test('at its start Traktor is understood in any order', () => {
  const decks = [1, 2, 3, 4].flatMap((deck) => [
    update(deck, { isPlaying: false }),
    update(deck, {}),
    load(deck, ''),
    update(deck, {}),
  ]);
  const mixer = [channel(2, { isOnAir: true }), channel(2, { onAirLevel: 0.7 })];
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...decks, ...mixer], { minLength: decks.length + mixer.length }),
      (messages) => {
        const traktor = new TraktorDecks('here', 'Traktor');
        const events = messages.flatMap((message, index) => traktor.receive(message, 1_000 + index * 20));
        const levels = new Map(
          events.flatMap((event) => (event.kind === 'level' ? [[event.number, event.level] as const] : [])),
        );
        expect([...levels].sort()).toEqual([
          [1, 0],
          [2, 0.7],
          [3, 0],
          [4, 0],
        ]);
        expect(engaged(events)).not.toContain(true);
        expect(traktor.unknownDecks).toEqual([]);
      },
    ),
  );
});
