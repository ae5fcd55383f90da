/** Whose track ids are rows of `export.pdb`: a wrong title is worse than none. */
import { expect, test } from 'vitest';
import { readsExport } from './models.ts';

test.each(['OPUS-QUAD', 'OMNIS-DUO', 'XDJ-AZ', 'CDJ-3000X', 'CDJ-4000', ''])(
  '%s is not believed to',
  (name) => {
    expect(readsExport(name)).toBe(false);
  },
);

test.each(['CDJ-2000', 'CDJ-2000nexus', 'CDJ-2000NXS2', 'CDJ-900nexus', 'CDJ-3000', 'XDJ-1000MK2', 'XDJ-XZ'])(
  '%s reads it',
  (name) => {
    expect(readsExport(name)).toBe(true);
  },
);
