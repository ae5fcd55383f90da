/** Wrong titles from a wrong library are worse than none. */
import { expect, test } from 'vitest';
import { isLocked, isReadable, libraryOf } from './models.ts';

test.each([
  ['returns undefined for unknown models', undefined, ['CDJ-4000', 'CDJ-3000Y', 'XDJ-AZ2', '']],
  [
    'returns the newer library',
    'one',
    ['OMNIS-DUO', 'XDJ-AZ', 'XDJ-AN', 'CDJ-3000X', 'CDJ-1500X', 'OPUS-QUAD'],
  ],
  ['returns the older library', 'export', ['CDJ-2000', 'CDJ-2000NXS2', 'CDJ-900nexus', 'CDJ-3000', 'XDJ-XZ']],
] as const)('libraryOf %s', (_, library, names) => {
  expect(names.map((name) => libraryOf({ name }))).toEqual(names.map(() => library));
});

test.each([
  ['1.00', 'export'],
  ['2.14', 'export'],
  ['3.13', 'export'],
  ['3.22', 'export'],
  ['3.30', 'one-first'],
  ['3.39', 'one-first'],
  ['3.40', undefined],
  ['4.00', undefined],
])('libraryOf a CDJ-3000 with firmware %s returns %s', (firmware, library) => {
  expect(libraryOf({ name: 'CDJ-3000', firmware })).toBe(library);
});

test('isReadable is false for a model that omits the medium of a track, even with the key', () => {
  const opus = { name: 'OPUS-QUAD' };
  expect([isReadable(opus, true), isLocked(opus, false)]).toEqual([false, false]);
  expect([isReadable({ name: 'XDJ-AZ' }, true), isLocked({ name: 'XDJ-AZ' }, false)]).toEqual([true, true]);
});
