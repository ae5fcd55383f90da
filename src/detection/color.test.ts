import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, DEVICE } from '../../test/support/booth.ts';
import { COLOR_NAMES, type ColorTeller, colorName } from './color.ts';

describe('a deck colour gets the name of the nearest hue', () => {
  test.each([
    ['#ffea2828', 'red'],
    ['#ff1cd2e5', 'lightblue'],
    ['#ffea8328', 'orange'],
    ['#ffeaca28', 'yellow'],
    ['#ff99ea28', 'limegreen'],
    ['#ff28ea48', 'green'],
    ['#ff2869ea', 'blue'],
    ['#ffba28ea', 'purple'],
    ['#FFEA2850', 'red'],
    ['#ea2828', 'red'],
  ])('%s is %s', (value, name) => {
    expect(colorName(value)).toBe(name);
  });
});

test.each(['#ff808080', '#ff000000', '#ffffffff', 'red', '', '#ff12', '#gggggg'])(
  '%j has no name',
  (value) => {
    expect(colorName(value)).toBe('');
  },
);

test('any text gives a known name or none', () => {
  const names: readonly string[] = [...COLOR_NAMES, ''];
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#ff${rgb.toString(16).padStart(6, '0')}`);
  fc.assert(fc.property(fc.oneof(fc.string(), hex), (value) => names.includes(colorName(value))));
});

describe('the colour of a deck', () => {
  let booth: Booth;

  beforeEach(() => {
    booth = new Booth('volume');
  });

  function paint(teller: ColorTeller, of: number, color: string): void {
    booth.tell({ device: DEVICE, kind: 'color', teller, of, color });
  }

  const color = (deck: number) => booth.detection.decks.get(`${DEVICE}/${deck}`)?.color;

  test('on a stand-alone player is that of its layer, whatever the profile says of players with that number', () => {
    booth.tell({ device: DEVICE, kind: 'role', role: 'player' });
    booth.prepare(1, 'One');
    paint('profile', 1, '#ff000001');
    expect(color(1)).toBe('');
    paint('layer', 1, '#ffea2828');
    paint('profile', 1, '#ff000002');
    expect(color(1)).toBe('#ffea2828');
  });

  test('on an all-in-one is that of the profile, unless the deck itself tells one', () => {
    booth.prepare(3, 'Three');
    paint('profile', 3, '#ffea2828');
    expect(color(3)).toBe('#ffea2828');
    paint('deck', 3, '#ff1cd2e5');
    paint('profile', 3, '#ff000001');
    expect(color(3)).toBe('#ff1cd2e5');
  });

  test('that comes before anything else of the deck is known is kept for it', () => {
    paint('layer', 2, '#ffea2828');
    booth.prepare(2, 'Two');
    expect(color(2)).toBe('#ffea2828');
  });

  test.each(['deck', 'layer', 'profile'] as const)('makes no deck (%s)', (teller) => {
    paint(teller, 3, '#ffea2828');
    expect(booth.detection.decks.size).toBe(0);
  });
});

test('an empty name, as devices answer for decks that they lack, makes no deck', () => {
  const booth = new Booth('volume');
  booth.names(4, { title: '', artist: '' });
  expect(booth.detection.decks.size).toBe(0);
});
