import { describe, expect, test } from 'vitest';
import { cssValue, type OptionSpecs, readOptions, usableSpecs } from '../../themes/shared/v1/options.js';

const SPECS = {
  accent: { type: 'color', default: '#ff5a36' },
  gap: { type: 'number', default: 8, unit: 'px' },
  speed: { type: 'range', default: 40, min: 10, max: 200, unit: 'px/s' },
  side: { type: 'enum', default: 'left', values: ['left', 'right'] },
  upper: { type: 'bool', default: false },
  label: { type: 'text', default: 'Now' },
  show: { type: 'duration', default: 0 },
} satisfies OptionSpecs;

describe('options', () => {
  test('the address outranks the configuration, which outranks the theme', () => {
    const { values, problems } = readOptions(SPECS, [
      { accent: '#123456', side: 'right' },
      { side: 'left', show: '12' },
    ]);
    expect(problems).toEqual([]);
    expect(values).toEqual({
      accent: '#123456',
      gap: 8,
      speed: 40,
      side: 'left',
      upper: false,
      label: 'Now',
      show: 12_000,
    });
  });

  test.each([
    ['accent', '39f', '#39f'],
    ['accent', 'rebeccapurple', 'rebeccapurple'],
    ['accent', 'rgba(0, 0, 0, 0.5)', 'rgba(0, 0, 0, 0.5)'],
    ['gap', '-3.5', -3.5],
    ['speed', '9999', 200],
    ['upper', '', true],
    ['upper', 'no', false],
    ['show', '1.5', 1_500],
    ['show', '500ms', 500],
    ['show', '2m', 120_000],
  ])('%s=%s is %s', (name, raw, value) => {
    expect(readOptions(SPECS, [{ [name]: raw }])).toMatchObject({ values: { [name]: value }, problems: [] });
  });

  test.each([
    ['accent', 'red; background: url(//elsewhere)'],
    ['accent', 'url(//elsewhere)'],
    ['gap', ''],
    ['gap', 'wide'],
    ['side', 'top'],
    ['upper', 'perhaps'],
    ['label', 'x'.repeat(201)],
    ['show', '-1'],
    ['show', 'soon'],
  ])('%s=%s keeps the default and is said', (name, raw) => {
    const { values, problems } = readOptions(SPECS, [{ [name]: raw }]);
    expect(values).toEqual(readOptions(SPECS, []).values);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
  });

  test('names that the theme does not know are ignored', () => {
    expect(readOptions(SPECS, [{ demo: '1', constructor: 'x', toString: 'y' }])).toEqual(
      readOptions(SPECS, []),
    );
  });
});

test('of a broken declaration the usable part is used', () => {
  const declared = {
    ...SPECS,
    nothing: null,
    word: 'red',
    odd: { type: 'colour', default: 'red' },
    list: { type: 'enum', default: 'a', values: 7 },
    // The SDK counts on a number here.
    speed: { type: 'enum', default: 'slow', values: ['slow', 'fast'] },
  };
  const { speed: _speed, ...usable } = SPECS;
  expect(usableSpecs(declared)).toEqual(usable);
  for (const nonsense of [undefined, null, 7, 'x', [], [null]]) {
    expect(usableSpecs(nonsense)).toEqual({});
  }
});

test('a style sheet reads numbers with units, and texts in quotes', () => {
  expect(cssValue(SPECS.gap, 8)).toBe('8px');
  expect(cssValue(SPECS.speed, 40)).toBe('40');
  expect(cssValue(SPECS.upper, true)).toBe('1');
  expect(cssValue(SPECS.show, 1_500)).toBe('1500ms');
  expect(cssValue(SPECS.label, 'say "hi" \\ \n there')).toBe('"say \\"hi\\" \\\\ there"');
});
