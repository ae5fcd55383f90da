/** Which library the track ids are of: a wrong title is worse than none. */
import { expect, test } from 'vitest';
import { libraryOf } from './models.ts';

test.each(['OPUS-QUAD', 'CDJ-3000X', 'CDJ-4000', 'XDJ-AZ2', ''])('of %s nothing is believed', (name) => {
  expect(libraryOf(name)).toBeUndefined();
});

test.each(['OMNIS-DUO', 'XDJ-AZ'])('%s reads the newer one', (name) => {
  expect(libraryOf(name)).toBe('one');
});

test.each(['CDJ-2000', 'CDJ-2000nexus', 'CDJ-2000NXS2', 'CDJ-900nexus', 'CDJ-3000', 'XDJ-1000MK2', 'XDJ-XZ'])(
  '%s reads the older one',
  (name) => {
    expect(libraryOf(name)).toBe('export');
  },
);
