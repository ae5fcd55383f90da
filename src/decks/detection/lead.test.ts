import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, DEVICE, named } from '../../../test/support/booth.ts';

let booth: Booth;

beforeEach(() => {
  booth = new Booth('lead');
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
  booth.prepare(3, 'Three');
});

test('a start counts after 300 milliseconds', () => {
  booth.play(1);
  booth.wait(299);
  expect(booth.announced).toEqual([]);
  expect(booth.reason(1)).toBe('Deck 1 waits: it has only just started');
  booth.wait(1);
  expect(booth.announced).toEqual(['One']);
});

test('a stop by the button that is shorter than 300 milliseconds is none, and a longer one is', () => {
  booth.start(1);
  booth.start(2);
  booth.stop(1);
  booth.wait(299);
  booth.play(1);
  booth.wait(60_000);
  expect(booth.announced).toEqual(['One']);
  booth.stop(1);
  booth.wait(299);
  expect(booth.announced).toEqual(['One']);
  booth.wait(1);
  expect(booth.announced).toEqual(['One', 'Two']);
});

describe('a waiting deck that is reloaded while it runs', () => {
  beforeEach(() => {
    booth.start(1);
    booth.start(2);
    booth.start(3);
    booth.load(2, named('New'));
    booth.wait(1_000);
  });

  test('begins to wait again, behind one that waits already', () => {
    booth.pause(1);
    expect(booth.announced).toEqual(['One', 'Three']);
    booth.pause(3);
    expect(booth.announced).toEqual(['One', 'Three', 'New']);
  });

  test('keeps its turn when it is the same track again', () => {
    booth.load(3, named('Three'));
    booth.wait(1_000);
    booth.load(2, named('New'));
    booth.wait(1_000);
    booth.pause(1);
    expect(booth.announced).toEqual(['One', 'Three']);
  });
});

test('a scratch is not a stop: the waiting deck goes on waiting', () => {
  booth.start(1);
  booth.start(2);
  booth.platter(1, false);
  booth.wait(900);
  booth.platter(1, true);
  booth.wait(10_000);
  expect(booth.announced).toEqual(['One']);
});

test('a track that comes to its end gives way, even if its play button stays lit', () => {
  booth.start(1);
  booth.start(2);
  booth.platter(1, false);
  booth.wait(1_000);
  expect(booth.announced).toEqual(['One', 'Two']);
});

describe('while the device was out of reach', () => {
  beforeEach(() => {
    booth.start(1);
    booth.start(2);
    booth.apply({ device: DEVICE, kind: 'lost' });
    booth.wait(3_000);
    booth.connect();
  });

  test('a stop lasted, though the deck is started in the moment in which it reports that', () => {
    booth.stop(1);
    booth.wait(20);
    booth.play(1);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('what is seen after that is as short as ever', () => {
    booth.play(1);
    booth.play(2);
    booth.wait(100);
    booth.stop(1);
    booth.wait(299);
    booth.play(1);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
  });
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
  late.pause(2);
  expect(late.announced).toEqual(['Number 1']);
});

test('a device that reports only one of button and platter is believed', () => {
  booth.apply({ device: DEVICE, number: 1, kind: 'engaged', engaged: true });
  booth.wait(300);
  expect(booth.announced).toEqual(['One']);
  booth.apply({ device: DEVICE, number: 2, kind: 'running', running: true });
  booth.wait(300);
  booth.apply({ device: DEVICE, number: 1, kind: 'engaged', engaged: false });
  booth.wait(300);
  expect(booth.announced).toEqual(['One', 'Two']);
});

test('the operator reads who leads, and who waits for whom', () => {
  booth.start(1);
  expect(booth.reason(1)).toBe('Deck 1 leads: no other plays');
  booth.start(2);
  expect(booth.reason(1)).toBe('Deck 1 leads: it started first; changes when it stops');
  expect(booth.reason(2)).toBe('Deck 2 waits until deck 1 stops');
});
