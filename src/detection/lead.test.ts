import { beforeEach, describe, expect, test } from 'vitest';
import { Booth } from '../../test/support/booth.ts';

let booth: Booth;

beforeEach(() => {
  booth = new Booth('lead');
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
  booth.prepare(3, 'Three');
});

test('a deck becomes featured when it is in play state and no other is', () => {
  booth.play(1);
  expect(booth.announced).toEqual(['One']);
});

test('a deck started beside a featured one waits until the other stops', () => {
  booth.play(1);
  booth.play(2);
  booth.wait(600_000);
  expect(booth.announced).toEqual(['One']);
  booth.stop(1);
  expect(booth.announced).toEqual(['One', 'Two']);
});

test('among several waiting decks, the one that started first is next', () => {
  booth.play(1);
  booth.wait(1);
  booth.play(3);
  booth.wait(1);
  booth.play(2);
  booth.stop(1);
  expect(booth.announced).toEqual(['One', 'Three']);
});

test('faders mean nothing to it', () => {
  booth.fader(1, 0);
  booth.play(1);
  expect(booth.announced).toEqual(['One']);
});

test('a scratch is no stop: the waiting deck goes on waiting', () => {
  booth.play(1);
  booth.play(2);
  booth.platter(1, false);
  booth.wait(900);
  booth.platter(1, true);
  booth.wait(10_000);
  expect(booth.announced).toEqual(['One']);
});

test('a track that comes to its end gives way, even if its play button stays lit', () => {
  booth.play(1);
  booth.play(2);
  booth.platter(1, false);
  booth.wait(1_000);
  expect(booth.announced).toEqual(['One', 'Two']);
});

test('a paused deck that goes on waits behind the one that has taken over', () => {
  booth.play(1);
  booth.wait(1);
  booth.play(2);
  booth.stop(1);
  booth.play(1);
  booth.wait(1);
  booth.prepare(3, 'Three');
  expect(booth.announced).toEqual(['One', 'Two']);
  expect(booth.reason(1)).toBe('Deck 1 waits until deck 2 stops');
});

test('a playing deck whose track is replaced keeps its turn', () => {
  booth.play(1);
  booth.wait(1);
  booth.play(2);
  booth.load(1, { artist: 'Anna', title: 'Another', networkPath: 'net://stick/another.mp3' });
  booth.wait(10_000);
  expect(booth.announced).toEqual(['One', 'Another']);
});

test('decks that already play when the program starts wait until one plays alone', () => {
  const late = new Booth('lead');
  for (const deck of [1, 2]) {
    late.play(deck);
    late.load(deck, { artist: 'Anna', title: `Number ${deck}` });
  }
  late.wait(60_000);
  expect(late.announced).toEqual([]);
  expect(late.reason(1)).toContain('waits until it plays alone');
  late.stop(2);
  expect(late.announced).toEqual(['Number 1']);
});

test('a device that tells only one of button and platter is taken at that word', () => {
  booth.tell({ device: 'prime4', number: 1, kind: 'engaged', engaged: true });
  expect(booth.announced).toEqual(['One']);
  booth.tell({ device: 'prime4', number: 2, kind: 'running', running: true });
  booth.tell({ device: 'prime4', number: 1, kind: 'engaged', engaged: false });
  expect(booth.announced).toEqual(['One', 'Two']);
});

describe('the operator reads', () => {
  test('who leads, and who waits for whom', () => {
    booth.play(1);
    expect(booth.reason(1)).toBe('Deck 1 leads: no other plays');
    booth.wait(1);
    booth.play(2);
    expect(booth.reason(1)).toBe('Deck 1 leads: it started first; changes when it stops');
    expect(booth.reason(2)).toBe('Deck 2 waits until deck 1 stops');
  });

  test('layers of a stand-alone player by its number and letter', () => {
    const player = { device: 'sc6000', number: 2 };
    booth.tell({ device: 'sc6000', kind: 'role', role: 'player' });
    booth.tell({ device: 'sc6000', kind: 'player', player: 3 });
    booth.prepare(player, 'Four');
    expect(booth.reason(player)).toBe('Deck 3B does not play');
  });
});
