import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, DEVICE, named } from '../../../test/support/booth.ts';

let booth: Booth;

beforeEach(() => {
  booth = new Booth('lead');
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
  booth.prepare(3, 'Three');
});

describe('a start counts', () => {
  test('after 300 milliseconds', () => {
    booth.play(1);
    booth.wait(299);
    expect(booth.announced).toEqual([]);
    expect(booth.reason(1)).toBe('Deck 1 waits: it has only just started');
    booth.wait(1);
    expect(booth.announced).toEqual(['One']);
  });

  test('not when it was a tap on a closed fader', () => {
    booth.play(1);
    booth.wait(299);
    booth.stop(1);
    booth.wait(60_000);
    expect(booth.announced).toEqual([]);
  });

  test('from the first moment on among those that wait', () => {
    booth.start(1);
    booth.play(2);
    booth.wait(100);
    booth.play(3);
    booth.pause(1);
    expect(booth.announced).toEqual(['One', 'Two']);
  });
});

describe('a stop by the button', () => {
  beforeEach(() => {
    booth.start(1);
    booth.start(2);
  });

  test('that is shorter than 300 milliseconds is none', () => {
    booth.stop(1);
    booth.wait(299);
    booth.play(1);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
    expect(booth.reason(2)).toBe('Deck 2 waits until deck 1 stops');
  });

  test('that lasts 300 milliseconds is one', () => {
    booth.stop(1);
    booth.wait(300);
    expect(booth.announced).toEqual(['One', 'Two']);
  });
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

  test('waits before one that starts later, from the moment of its load', () => {
    booth.pause(3);
    booth.load(2, named('Newer'));
    booth.wait(100);
    booth.start(3);
    booth.wait(1_000);
    booth.pause(1);
    expect(booth.announced).toEqual(['One', 'Newer']);
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

test('a deck started beside a featured one waits until the other stops', () => {
  booth.play(1);
  booth.play(2);
  booth.wait(600_000);
  expect(booth.announced).toEqual(['One']);
  booth.pause(1);
  expect(booth.announced).toEqual(['One', 'Two']);
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

test('a paused deck that resumes waits behind the one that has taken over', () => {
  booth.start(1);
  booth.start(2);
  booth.pause(1);
  booth.start(1);
  booth.prepare(3, 'Three');
  expect(booth.announced).toEqual(['One', 'Two']);
  expect(booth.reason(1)).toBe('Deck 1 waits until deck 2 stops');
});

test('a playing deck whose track is replaced keeps its turn', () => {
  booth.start(1);
  booth.start(2);
  booth.load(1, { artist: 'Anna', title: 'Another', location: 'stick/another.mp3' });
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

describe('the operator reads', () => {
  test('who leads, and who waits for whom', () => {
    booth.start(1);
    expect(booth.reason(1)).toBe('Deck 1 leads: no other plays');
    booth.start(2);
    expect(booth.reason(1)).toBe('Deck 1 leads: it started first; changes when it stops');
    expect(booth.reason(2)).toBe('Deck 2 waits until deck 1 stops');
  });

  test('layers of a stand-alone player by its number and letter', () => {
    const player = { device: 'player', number: 2 };
    booth.connect('player', 'layers');
    booth.apply({ device: 'player', kind: 'player', player: 3 });
    booth.prepare(player, 'Four');
    expect(booth.reason(player)).toBe('Deck 3B does not play');
  });
});
