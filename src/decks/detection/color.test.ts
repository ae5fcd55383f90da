import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, DEVICE } from '../../../test/support/booth.ts';
import { COLOR_NAMES, colorName, colorOf } from './color.ts';
import { deckId } from './index.ts';

describe('colorName', () => {
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
  'returns no name for %j',
  (value) => {
    expect(colorName(value)).toBe('');
  },
);

test('returns a known name or none for any text', () => {
  const names: readonly string[] = [...COLOR_NAMES, ''];
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#ff${rgb.toString(16).padStart(6, '0')}`);
  fc.assert(fc.property(fc.oneof(fc.string(), hex), (value) => names.includes(colorName(value))));
});

describe('the color of a deck', () => {
  let booth: Booth;

  beforeEach(() => {
    booth = new Booth('volume');
  });

  function paint(number: number, color: string): void {
    booth.apply({ device: DEVICE, number, kind: 'color', color });
  }

  function color(number: number): string | undefined {
    const deck = booth.detection.decks.get(deckId(DEVICE, number));
    return deck && colorOf(deck, booth.detection);
  }

  test('is the last one reported', () => {
    booth.prepare(1, 'One');
    expect(color(1)).toBe('');
    paint(1, '#ffea2828');
    paint(2, '#ff1cd2e5');
    expect(color(1)).toBe('#ffea2828');
    paint(1, '');
    expect(color(1)).toBe('');
  });

  test('is kept if it is reported before anything else of the deck', () => {
    paint(2, '#ffea2828');
    expect(booth.detection.decks.size).toBe(0);
    booth.prepare(2, 'Two');
    expect(color(2)).toBe('#ffea2828');
  });
});

test('empty names, which devices send for decks they lack, create no deck', () => {
  const booth = new Booth('volume');
  booth.names(4, { title: '', artist: '' });
  expect(booth.detection.decks.size).toBe(0);
});
