import { describe, expect, test } from 'vitest';
import { camelotKey, openKey } from './musical-key.ts';

const WHEEL: readonly (readonly [string, string, ...string[]])[] = [
  ['1A', '6m', 'Abm', 'G#m', 'G#/Abm', 'A♭ minor'],
  ['2A', '7m', 'Ebm', 'D#m', 'd# min'],
  ['3A', '8m', 'Bbm', 'A♯m'],
  ['4A', '9m', 'Fm', 'F Minor'],
  ['5A', '10m', 'Cm'],
  ['6A', '11m', 'Gm'],
  ['7A', '12m', 'Dm'],
  ['8A', '1m', 'Am', 'am', 'A min', 'A minor'],
  ['9A', '2m', 'Em'],
  ['10A', '3m', 'Bm'],
  ['11A', '4m', 'F#m', 'Gbm'],
  ['12A', '5m', 'Dbm', 'C#m', 'C# minor'],
  ['1B', '6d', 'B', 'Cb', 'B maj'],
  ['2B', '7d', 'F#', 'Gb', 'F♯'],
  ['3B', '8d', 'Db', 'C#/Db'],
  ['4B', '9d', 'Ab'],
  ['5B', '10d', 'Eb'],
  ['6B', '11d', 'Bb', 'b♭ major'],
  ['7B', '12d', 'F'],
  ['8B', '1d', 'C', 'C major', 'CM'],
  ['9B', '2d', 'G'],
  ['10B', '3d', 'D'],
  ['11B', '4d', 'A'],
  ['12B', '5d', 'E'],
];

describe.each(WHEEL)('the key %s', (camelot, open, ...names) => {
  test.each([camelot, camelot.toLowerCase(), camelot.padStart(3, '0'), open, ...names])(
    'is parsed from %s',
    (text) => {
      expect([camelotKey(text), openKey(text)]).toEqual([camelot, open]);
    },
  );
});

test.each(['', '13A', '0A', 'H', 'Amaj7', 'all', '8', '8C', 'F##'])('%j is not a key', (text) => {
  expect([camelotKey(text), openKey(text)]).toEqual(['', '']);
});
