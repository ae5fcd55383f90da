import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLOR_NAMES, colorName } from './color.ts';

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
