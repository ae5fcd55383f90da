/** Which library the track ids are of: a wrong title is worse than none. */
import { expect, test } from 'vitest';
import { libraryOf } from './models.ts';

test.each([
  ['nothing is believed', undefined, ['OPUS-QUAD', 'CDJ-3000X', 'CDJ-4000', 'XDJ-AZ2', '']],
  ['the newer one is read', 'one', ['OMNIS-DUO', 'XDJ-AZ']],
  ['the older one is read', 'export', ['CDJ-2000', 'CDJ-2000NXS2', 'CDJ-900nexus', 'CDJ-3000', 'XDJ-XZ']],
] as const)('%s', (_, library, names) => {
  expect(names.map(libraryOf)).toEqual(names.map(() => library));
});
