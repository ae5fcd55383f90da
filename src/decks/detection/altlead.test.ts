import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, named } from '../../../test/support/booth.ts';

let booth: Booth;

beforeEach(() => {
  booth = new Booth('altlead');
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
  booth.prepare(3, 'Three');
});

test('checks two decks that are both tempo master only once', () => {
  const fresh = new Booth('altlead');
  for (const [deck, title] of [
    [1, 'One'],
    [2, 'Two'],
  ] as const) {
    fresh.master(deck);
    fresh.load(deck, named(title));
    fresh.platter(deck, true);
  }
  fresh.wait(8_000);
  expect(fresh.announced).toEqual(['One']);
});

describe('a waiting deck wins', () => {
  beforeEach(() => {
    booth.play(1);
    booth.wait(1_000);
    booth.play(2);
    booth.wait(1_000);
  });

  test('when the featured deck has stopped for two seconds', () => {
    booth.stop(1);
    booth.wait(1_999);
    expect(booth.announced).toEqual(['One']);
    booth.wait(1);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('when it has been tempo master for eight seconds', () => {
    booth.master(2);
    booth.wait(7_999);
    expect(booth.announced).toEqual(['One']);
    booth.wait(1);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('when the featured deck is reloaded, even as tempo master', () => {
    booth.master(1);
    booth.wait(60_000);
    booth.load(1, { artist: 'Anna', title: 'Another', location: 'stick/another.mp3' });
    booth.wait(400);
    expect(booth.announced).toEqual(['One', 'Two']);
    booth.wait(7_999);
    expect(booth.announced).toEqual(['One', 'Two']);
    booth.wait(1);
    expect(booth.announced).toEqual(['One', 'Two', 'Another']);
  });

  test('and keeps the lead while the previous deck runs on', () => {
    booth.master(2);
    booth.wait(600_000);
    expect(booth.announced).toEqual(['One', 'Two']);
    expect(booth.reason(1)).toBe(
      'Deck 1 waits until deck 2 stops or is reloaded, or until it has been tempo master for 8 seconds',
    );
  });
});

test('keeps the lead of a deck that the operator puts on air again', () => {
  booth.start(1);
  booth.start(2);
  booth.putOnAir(2);
  booth.putOnAir(1);
  booth.master(3);
  booth.wait(60_000);
  expect(booth.announced).toEqual(['One', 'Two', 'One']);
  expect(booth.returned).toEqual([]);
  expect(booth.reason(1)).toMatch(/^Deck 1 leads/);
});

test('keeps the place of a waiting deck that loads its next track before the names of this one are known', () => {
  booth.start(1);
  booth.play(4);
  booth.load(1, named('Another'));
  booth.wait(100);
  booth.load(4, named('Looked at'));
  booth.wait(200);
  booth.unload(4);
  booth.wait(200);
  booth.load(4, named('Four'));
  booth.wait(60_000);
  expect(booth.announced).toEqual(['One', 'Four']);
});
