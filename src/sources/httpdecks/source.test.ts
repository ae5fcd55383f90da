import { beforeEach, expect, test } from 'vitest';
import { pipelineUnderTest } from '../../../test/support/pipeline.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { deckOptions } from '../../decks/options.ts';
import { HttpDecksSource } from './source.ts';

let show: ReturnType<typeof pipelineUnderTest>;
let source: HttpDecksSource;

beforeEach(() => {
  show = pipelineUnderTest();
  source = new HttpDecksSource(settingsOf(deckOptions, {}), { clock: show.clock, log: show.log });
  show.follow(source);
});

async function put(deck: string, report: unknown): Promise<void> {
  expect(source.acceptDeck(deck, report)).toEqual({ ok: true });
  await show.clock.advance(1_000);
}

const one = { artist: 'Ada', title: 'One' };
const two = { artist: 'Bo', title: 'Two' };

test('HttpDecksSource announces each track of a mix once the audience hears it', async () => {
  await put('A', { track: one, playing: true, level: 1 });
  await put('B', { track: two, playing: true, level: 0 });
  expect(show.story()).toEqual(['track One']);
  await put('B', { track: two, playing: true, level: 1 });
  await put('A', { track: one, playing: true, level: 0 });
  await put('A', { track: one, playing: true, level: 0 });
  expect(show.story()).toEqual(['track One', 'track Two']);
});

test('HttpDecksSource empties a deck when it is deleted, and after a minute without a report', async () => {
  await put('1', { track: one, playing: true });
  await put('2', { track: two, playing: false });
  await put('1', null);
  expect(source.decks().map(({ loaded }) => loaded)).toEqual([false, true]);
  await show.clock.advance(60_000);
  expect(source.decks().map(({ loaded }) => loaded)).toEqual([false, false]);
});

const found = async () => (await source.findings()).map(({ finding }) => finding);

test('HttpDecksSource reports missing decks, then missing play states, then a deck that fell silent', async () => {
  expect(await source.findings()).toMatchObject([
    { finding: 'no deck has been reported by web request yet', waits: true },
  ]);
  await put('1', { track: one });
  await put('2', { track: two });
  expect(await found()).toEqual(['decks 1, 2: whether they play, and how loud, is unknown']);
  await put('1', { track: one, playing: true });
  expect(await found()).toEqual(['decks are reported by web request']);
  await show.clock.advance(60_000);
  expect(await found()).toEqual(['no report about decks 1, 2 for a minute']);
  expect(source.health().problem).toContain('every deck at least every 30 seconds');
  await put('1', { track: one, playing: true });
  await put('2', null);
  expect(await found()).toEqual(['decks are reported by web request']);
});

test.each<[string, unknown, string]>([
  ['17', {}, 'a deck is a number from 0 to 16 or a letter from A to P'],
  ['1', '', 'the body is not a JSON object'],
  ['1', { speed: 1 }, '"speed" is none of track, playing, level, master, path'],
  ['1', { level: 2 }, '"level" is above 1'],
  ['1', { track: {} }, 'in "track": "artist" and "title" are both missing'],
])('acceptDeck(%s, %j) is rejected with a reason', (deck, report, problem) => {
  expect(source.acceptDeck(deck, report)).toEqual({ ok: false, problem });
});
