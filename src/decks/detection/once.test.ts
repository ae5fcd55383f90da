/** Tracks are announced once per load and play. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, DEVICE, named } from '../../../test/support/booth.ts';

let booth: Booth;

beforeEach(() => {
  booth = new Booth('volume');
  booth.fader(1, 1);
  booth.fader(2, 0);
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
  booth.play(1);
  expect(booth.announced).toEqual(['One']);
});

function fadeTo(deck: 1 | 2): void {
  booth.play(deck);
  booth.fader(deck, 1);
  booth.fader(deck === 1 ? 2 : 1, 0);
}

describe('a track is not announced again by', () => {
  test('pausing, scratching or fading it', () => {
    booth.pause(1);
    booth.play(1);
    for (let stroke = 0; stroke < 20; stroke += 1) {
      booth.platter(1, stroke % 2 === 1);
      booth.wait(120);
    }
    for (const level of [0.5, 0, 0.5, 1]) {
      booth.fader(1, level);
      booth.wait(5_000);
    }
    expect(booth.announced).toEqual(['One']);
  });

  test.each([
    ['a reconnect of its device, which repeats all values at once', ['lost'], 2_000],
    ['a reconnect after its device counted as gone', ['lost', 'gone'], 20_000],
  ] as const)('%s', (_, kinds, awayMs) => {
    for (const kind of kinds) {
      booth.apply({ device: DEVICE, kind });
    }
    booth.wait(awayMs);
    booth.connect();
    booth.play(1);
    booth.names(1, named('One'));
    booth.apply({ device: DEVICE, number: 1, kind: 'loaded', loaded: true });
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
    expect(booth.returned).toEqual([]);
  });

  test('loading it again in the same deck', () => {
    booth.load(1, named('One'));
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
  });

  test('a flicker of its load state without any name', () => {
    booth.unload(1);
    booth.wait(50);
    booth.apply({ device: DEVICE, number: 1, kind: 'loaded', loaded: true });
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
  });

  test('playing it on another deck: instant doubles', () => {
    booth.load(2, named('One'));
    booth.wait(1_000);
    fadeTo(2);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
    // The play goes on from the other deck.
    expect(booth.returned).toEqual(['One']);
  });

  test('fading back to it without a new load', () => {
    fadeTo(2);
    fadeTo(1);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One', 'Two']);
    expect(booth.returned).toEqual(['One']);
  });
});

test('says why the track on air stays while an earlier one leads', () => {
  fadeTo(2);
  fadeTo(1);
  expect([booth.reason(1), booth.reason(2)]).toEqual([
    'Deck 1 leads, but its track was on air before',
    'Deck 2 stays on air: deck 1 leads, but its track was on air before',
  ]);
});

test('announces a track again that is loaded after another one was featured', () => {
  fadeTo(2);
  booth.load(1, named('One'));
  booth.wait(5_000);
  fadeTo(1);
  expect(booth.announced).toEqual(['One', 'Two', 'One']);
  expect(new Set(booth.announcedIds).size).toBe(3);
});

test('keeps the play of a load when it leads again', () => {
  const [first] = booth.announcedIds;
  fadeTo(2);
  fadeTo(1);
  expect(booth.detection.decks.get(`${DEVICE}/1`)?.loaded.play).toBe(first);
});

describe('the operator puts a deck on air', () => {
  test('against the rule, and it is not announced again when the rule finds it', () => {
    booth.putOnAir(2);
    expect(booth.announced).toEqual(['One', 'Two']);
    fadeTo(2);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('again, as a new play', () => {
    fadeTo(2);
    booth.putOnAir(1);
    booth.putOnAir(1);
    expect(booth.announced).toEqual(['One', 'Two', 'One']);
    expect(new Set(booth.announcedIds).size).toBe(3);
  });

  test('by mistake, and takes that back: once the rule finds the deck, it is announced', () => {
    booth.putOnAir(2);
    booth.putOnAir(1);
    fadeTo(2);
    expect(booth.announced).toEqual(['One', 'Two', 'One', 'Two']);
    expect(new Set(booth.announcedIds).size).toBe(4);
  });

  test('by mistake, and the rule found another one first', () => {
    booth.load(3, named('Three'));
    booth.wait(1_000);
    booth.putOnAir(2);
    booth.play(3);
    booth.fader(3, 1);
    booth.fader(1, 0);
    fadeTo(2);
    booth.fader(3, 0);
    expect(booth.announced).toEqual(['One', 'Two', 'Three', 'Two']);
  });

  test('and the reasons say so until the rule finds it', () => {
    booth.putOnAir(2);
    expect(booth.reason(2)).toBe(
      'Deck 2 was put on air by the operator; detection takes over at the next change',
    );
    expect(booth.reason(1)).toBe('Deck 1 would lead, but the operator put another track on air');
    fadeTo(2);
    expect(booth.reason(2)).toMatch(/^Deck 2 leads/);
    expect(booth.reason(1)).toMatch(/^Deck 1 waits/);
  });

  test('unless it is empty', () => {
    expect(booth.putOnAir(3)).toBe(false);
    booth.unload(2);
    booth.wait(1_000);
    expect(booth.putOnAir(2)).toBe(false);
    expect(booth.announced).toEqual(['One']);
  });
});

describe('a device that does not report loads', () => {
  const NOTHING = { artist: '', title: '', location: '' };

  beforeEach(() => {
    booth = new Booth('volume');
    booth.fader(2, 0);
    booth.fader(1, 1);
    booth.names(1, named('One'));
    booth.names(2, named('Two'));
    booth.play(1);
    booth.wait(5_000);
    fadeTo(2);
    booth.wait(5_000);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test.each([
    [
      'without names for a while was loaded again, so its track is announced again',
      2_000,
      ['One', 'Two', 'One'],
    ],
    ['without names for a moment still holds its track', 200, ['One', 'Two']],
  ])('a deck %s', (_, ms, announced) => {
    booth.names(1, NOTHING);
    booth.wait(ms);
    booth.names(1, named('One'));
    booth.wait(5_000);
    fadeTo(1);
    booth.wait(5_000);
    expect(booth.announced).toEqual(announced);
  });
});

test('reports each load once, although the device repeats its values', () => {
  booth.connect();
  booth.wait(10_000);
  expect(booth.loaded).toEqual([`${DEVICE}/1`, `${DEVICE}/2`]);
});

test('forgets the device that left first when there are many', () => {
  for (let device = 0; device < 100; device += 1) {
    booth.prepare({ device: `device${device}`, number: 1 }, `Track ${device}`);
    booth.apply({ device: `device${device}`, kind: 'lost' });
  }
  expect(booth.detection.devices.size).toBe(32);
  expect(booth.detection.decks.size).toBe(33);
  expect(booth.detection.devices.has(DEVICE)).toBe(true);
});

test('ignores the goodbye of a device that was never connected', () => {
  for (const kind of ['lost', 'gone'] as const) {
    booth.apply({ device: 'nobody', kind });
  }
  expect([...booth.detection.devices.keys()]).toEqual([DEVICE]);
});
