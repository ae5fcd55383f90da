import { expect, test } from 'vitest';
import { believedIsrc } from './isrc.ts';

test.each([
  ['DEABC2600001', 'DEABC2600001'],
  ['DE-ABC-26-00001', 'DEABC2600001'],
  ['de abc 26 00001', 'DEABC2600001'],
  ['ISRC USS1Z9900001', 'USS1Z9900001'],
  ['ISRCUSS1Z9900001', 'USS1Z9900001'],
  ['GBAYE0601498/GBAYE0601499', 'GBAYE0601498'],
  ['QZ12A2412345\0', 'QZ12A2412345'],
])('%j is a recording code', (text, code) => {
  expect(believedIsrc(text)).toBe(code);
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
])('%j is none', (text) => {
  expect(believedIsrc(text)).toBe('');
});
