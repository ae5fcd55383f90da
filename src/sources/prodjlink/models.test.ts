/** Which library the track ids are of: a wrong title is worse than none. */
import { expect, test } from 'vitest';
import { isLocked, isReadable, libraryOf } from './models.ts';

test.each([
  ['nothing is believed', undefined, ['CDJ-4000', 'CDJ-3000Y', 'XDJ-AZ2', '']],
  ['the newer one is read', 'one', ['OMNIS-DUO', 'XDJ-AZ', 'XDJ-AN', 'CDJ-3000X', 'CDJ-1500X', 'OPUS-QUAD']],
  ['the older one is read', 'export', ['CDJ-2000', 'CDJ-2000NXS2', 'CDJ-900nexus', 'CDJ-3000', 'XDJ-XZ']],
] as const)('%s', (_, library, names) => {
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
])('of a CDJ-3000 with firmware %s the ids are of %s', (firmware, library) => {
  expect(libraryOf({ name: 'CDJ-3000', firmware })).toBe(library);
});

test('a model that does not tell the medium of a track has no names, with the key either', () => {
  const opus = { name: 'OPUS-QUAD' };
  expect([isReadable(opus, true), isLocked(opus, false)]).toEqual([false, false]);
  expect([isReadable({ name: 'XDJ-AZ' }, true), isLocked({ name: 'XDJ-AZ' }, false)]).toEqual([true, true]);
});
