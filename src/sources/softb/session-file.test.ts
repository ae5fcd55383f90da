import { describe, expect, test } from 'vitest';
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
      ended: false,
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

describe('damage', () => {
  const TWO: SeratoEntry = { ...ONE, row: 2, start: 2000, title: 'Later' };

  function read(bytes: Buffer) {
    let count = 0;
    const titles = readSession(bytes, () => {
      count += 1;
    }).map(({ track }) => track.title);
    return { titles, isDamaged: count > 0 };
  }

  test.each([
    ['random bytes', Buffer.from('9c41f3e70b5518aa00ff73d2c1', 'hex')],
    ['text', Buffer.from('hello world, this is no session')],
  ])('is reported for %s', (_, bytes) => {
    expect(read(bytes)).toEqual({ titles: [], isDamaged: true });
  });

  test('is reported between entries, and the later ones are read', () => {
    const bytes = session(ONE, TWO);
    bytes.fill(0xa7, SESSION_HEAD.length, SESSION_HEAD.length + 20);
    expect(read(bytes)).toEqual({ titles: ['Later'], isDamaged: true });
    const wrongLength = session(ONE, TWO);
    wrongLength.writeUInt32BE(0x7fffffff, SESSION_HEAD.length + 4);
    expect(read(wrongLength)).toEqual({ titles: ['Later'], isDamaged: true });
  });

  test('is not reported for a file that is being written, or ends in zeros', () => {
    const bytes = session(ONE, TWO);
    for (let length = 0; length <= bytes.length; length++) {
      expect(read(bytes.subarray(0, length)).isDamaged).toBe(false);
    }
    expect(read(Buffer.concat([bytes, Buffer.alloc(100)])).isDamaged).toBe(false);
    expect(read(Buffer.alloc(4096)).isDamaged).toBe(false);
  });
});
