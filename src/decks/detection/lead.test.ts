import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, DEVICE, named } from '../../../test/support/booth.ts';

let booth: Booth;

beforeEach(() => {
  booth = new Booth('lead');
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
  booth.prepare(3, 'Three');
});

test('counts a start after 300 ms', () => {
  booth.play(1);
  booth.wait(299);
  expect(booth.announced).toEqual([]);
  expect(booth.reason(1)).toBe('Deck 1 waits: it just started');
  booth.wait(1);
  expect(booth.announced).toEqual(['One']);
});

test('counts a stop by the button after 300 ms', () => {
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

  test('waits behind a deck that waits already', () => {
    booth.pause(1);
    expect(booth.announced).toEqual(['One', 'Three']);
    booth.pause(3);
    expect(booth.announced).toEqual(['One', 'Three', 'New']);
  });

  test('keeps its turn if it is the same track', () => {
    booth.load(3, named('Three'));
    booth.wait(1_000);
    booth.load(2, named('New'));
    booth.wait(1_000);
    booth.pause(1);
    expect(booth.announced).toEqual(['One', 'Three']);
  });
});

test('does not count a scratch as a stop', () => {
  booth.start(1);
  booth.start(2);
  booth.platter(1, false);
  booth.wait(900);
  booth.platter(1, true);
  booth.wait(10_000);
  expect(booth.announced).toEqual(['One']);
});

test('counts the end of a track as a stop, even if its play button stays lit', () => {
  booth.start(1);
  booth.start(2);
  booth.platter(1, false);
  booth.wait(1_000);
  expect(booth.announced).toEqual(['One', 'Two']);
});

describe('after the device was out of reach', () => {
  beforeEach(() => {
    booth.start(1);
    booth.start(2);
    booth.apply({ device: DEVICE, kind: 'lost' });
    booth.wait(3_000);
    booth.connect();
  });

  test('counts a stop although the deck starts again right after reporting it', () => {
    booth.stop(1);
    booth.wait(20);
    booth.play(1);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('ignores short stops as before', () => {
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

test('features none of the decks that play at the start until one plays alone', () => {
  const late = new Booth('lead');
  for (const deck of [1, 2]) {
    late.play(deck);
    late.load(deck, { artist: 'Anna', title: `Number ${deck}` });
  }
  late.wait(60_000);
  expect(late.announced).toEqual([]);
  expect(late.reason(1)).toContain('waits to play alone');
  late.pause(2);
  expect(late.announced).toEqual(['Number 1']);
});

test('accepts devices that report only button or platter', () => {
  booth.apply({ device: DEVICE, number: 1, kind: 'engaged', engaged: true });
  booth.wait(300);
  expect(booth.announced).toEqual(['One']);
  booth.apply({ device: DEVICE, number: 2, kind: 'running', running: true });
  booth.wait(300);
  booth.apply({ device: DEVICE, number: 1, kind: 'engaged', engaged: false });
  booth.wait(300);
  expect(booth.announced).toEqual(['One', 'Two']);
});

test('explains which deck leads, and which one waits for which', () => {
  booth.start(1);
  expect(booth.reason(1)).toBe('Deck 1 leads: no other deck is playing');
  booth.start(2);
  expect(booth.reason(1)).toBe('Deck 1 leads until it stops: it started first');
  expect(booth.reason(2)).toBe('Deck 2 waits until deck 1 stops');
});
