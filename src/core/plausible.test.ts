import { expect, test } from 'vitest';
import { plausibleBpm, plausibleIsrc, plausibleYear } from './plausible.ts';

test.each([
  ['DEABC2600001', 'DEABC2600001'],
  ['DE-ABC-26-00001', 'DEABC2600001'],
  ['de abc 26 00001', 'DEABC2600001'],
  ['ISRC USS1Z9900001', 'USS1Z9900001'],
  ['ISRCUSS1Z9900001', 'USS1Z9900001'],
  ['GBAYE0601498/GBAYE0601499', 'GBAYE0601498'],
  ['QZ12A2412345\0', 'QZ12A2412345'],
])('plausibleIsrc finds a code in %j', (text, code) => {
  expect(plausibleIsrc(text)).toBe(code);
});

test.each([
  '',
  'ISRC',
  '0123456789012',
  'DEABC260000',
  'DEABC26000012',
  '1DEABC2600001',
  'DE-ABC-2A-00001',
  undefined,
])('plausibleIsrc finds no code in %j', (text) => {
  expect(plausibleIsrc(text)).toBe('');
});

test.each([
  [127.998_3, 128],
  [174, 174],
  [0, 0],
  [-3, 0],
  [65_535, 0],
  [Number.NaN, 0],
  [undefined, 0],
])('plausibleBpm(%j) returns %j', (value, bpm) => {
  expect(plausibleBpm(value)).toBe(bpm);
});

test.each([
  [1998, 1998],
  ['1998-05-01', 1998],
  [' 2003', 2003],
  ['19981', 0],
  ['98', 0],
  [0, 0],
  ['', 0],
  [undefined, 0],
])('plausibleYear(%j) returns %j', (value, year) => {
  expect(plausibleYear(value)).toBe(year);
});
