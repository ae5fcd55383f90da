import { describe, expect, test } from 'vitest';
import { cssValue, readOptions } from '../../themes/shared/v1/option-values.js';
import { type OptionSpecs, usableSpecs } from '../../themes/shared/v1/options.js';

const isColor = (text: string) => !['bleu', 'rgb(1 2 3 4 5)'].includes(text);

const SPECS = {
  accent: { type: 'color', default: '#ff5a36' },
  gap: { type: 'number', default: 8, unit: 'px' },
  speed: { type: 'range', default: 40, min: 10, max: 200, unit: 'px/s' },
  side: { type: 'enum', default: 'left', values: ['left', 'right'] },
  upper: { type: 'bool', default: false },
  label: { type: 'text', default: 'Now' },
  show: { type: 'duration', default: 0 },
} satisfies OptionSpecs;

const read = (layers: Parameters<typeof readOptions>[1], specs: OptionSpecs = SPECS) =>
  readOptions(specs, layers, isColor);

describe('options', () => {
  test('the address takes precedence over the configuration, and that over the theme', () => {
    const { values, problems } = read([
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
    ['accent', '3399ff80', '#3399ff80'],
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
    expect(read([{ [name]: raw }])).toMatchObject({ values: { [name]: value }, problems: [] });
  });

  test.each([
    ['accent', 'red; background: url(//elsewhere)'],
    ['accent', 'url(//elsewhere)'],
    ['accent', 'bleu'],
    ['accent', 'rgb(1 2 3 4 5)'],
    ['accent', 'inherit'],
    ['accent', '12345'],
    ['gap', ''],
    ['gap', 'wide'],
    ['side', 'top'],
    ['upper', 'perhaps'],
    ['label', 'x'.repeat(201)],
    ['show', '-1'],
    ['show', 'soon'],
  ])('%s=%s keeps the default and is reported', (name, raw) => {
    const { values, problems } = read([{ [name]: raw }]);
    expect(values).toEqual(read([]).values);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name}=${raw.slice(0, 40)}: should be `);
  });

  test('an invalid value falls back to the level below, not to the default', () => {
    const { values } = read([{ accent: '#123456' }, { accent: 'bleu' }]);
    expect(values.accent).toBe('#123456');
  });

  test('an invalid default of the theme is reported too', () => {
    const { problems } = read([], { accent: { type: 'color', default: 'bleu' } });
    expect(problems).toEqual(['accent=bleu: should be a color, such as 39f or rebeccapurple']);
  });

  test('unknown names are ignored', () => {
    expect(read([{ demo: '1', constructor: 'x', toString: 'y' }])).toEqual(read([]));
  });
});

test('the valid part of a broken declaration is used', () => {
  const declared = {
    ...SPECS,
    nothing: null,
    word: 'red',
    odd: { type: 'texture', default: 'red' },
    list: { type: 'enum', default: 'a', values: 7 },
    // The SDK needs a number.
    speed: { type: 'enum', default: 'slow', values: ['slow', 'fast'] },
  };
  const { speed: _speed, ...usable } = SPECS;
  expect(usableSpecs(declared)).toEqual(usable);
  for (const nonsense of [undefined, null, 7, 'x', [], [null]]) {
    expect(usableSpecs(nonsense)).toEqual({});
  }
});

test('a style sheet gets numbers with units, and quoted texts', () => {
  expect(cssValue(SPECS.gap, 8)).toBe('8px');
  expect(cssValue(SPECS.speed, 40)).toBe('40');
  expect(cssValue(SPECS.upper, true)).toBe('1');
  expect(cssValue(SPECS.show, 1_500)).toBe('1500ms');
  expect(cssValue(SPECS.label, 'say "hi" \\ \n there')).toBe('"say \\"hi\\" \\\\ there"');
});
