import { expect, test } from 'vitest';
import { SESSION_HEAD, type SeratoEntry, sessionEntry } from '../../../test/support/serato.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { readSession } from './session-file.ts';

function session(...entries: readonly SeratoEntry[]): Buffer {
  return Buffer.concat([SESSION_HEAD, ...entries.map(sessionEntry)]);
}

const ONE: SeratoEntry = { row: 1, artist: 'Björk', title: 'Jóga', start: 1000, deck: 1, played: true };

test('readSession reads names, details, length, file and deck of a played entry', () => {
  const more = { label: 'One Little', remixer: 'Alec', comment: 'Encore', year: '1997', key: 'Ebm' };
  const played = { ...ONE, ...more, path: 'Users/dj/Music/joga.flac', length: '05:05.25' };
  const names = { artist: 'Björk', title: 'Jóga', filename: 'joga.flac' };
  expect(readSession(session(played))).toEqual([
    {
      at: 1_000_000,
      id: 1,
      played: true,
      deck: '1',
      file: '/Users/dj/Music/joga.flac',
      track: { ...UNKNOWN_TRACK, ...names, ...more, bpm: 128, year: 1997, durationMs: 305_250 },
    },
  ]);
});

test('readSession keeps the last version of an entry, and the order of loading', () => {
  const loaded = { ...ONE, played: false };
  const later = { ...ONE, row: 2, start: 2000, title: 'Later' };
  const entries = readSession(
    session({ ...loaded, row: 3 }, later, loaded, ONE, { ...ONE, title: 'Jóga (Live)' }),
  );
  expect(entries.map(({ id, played, track }) => [id, played, track.title])).toEqual([
    [1, true, 'Jóga (Live)'],
    [3, false, 'Jóga'],
    [2, true, 'Later'],
  ]);
});

test('readSession reads times of eight bytes, which Serato writes on Windows', () => {
  const start = 1_795_880_000;
  expect(readSession(session({ ...ONE, start, longTimes: true }))).toMatchObject([{ at: start * 1000 }]);
});

test('readSession reads the complete entries of a file that is being written', () => {
  const bytes = session(ONE, { ...ONE, row: 2, start: 2000 });
  for (let length = 0; length < bytes.length; length++) {
    expect(readSession(bytes.subarray(0, length)).length).toBeLessThanOrEqual(1);
  }
  expect(readSession(bytes)).toHaveLength(2);
});
