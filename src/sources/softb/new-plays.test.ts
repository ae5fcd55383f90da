import { describe, expect, test } from 'vitest';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { NewPlays } from './new-plays.ts';
import type { RecordedPlay } from './record.ts';

const NOW = 1_795_880_000_000;
const MINUTE = 60_000;

/** `minutesAgo`: age of the entry. */
function entry(id: number, minutesAgo: number, change: Partial<RecordedPlay> = {}): RecordedPlay {
  const file = change.file ?? `/music/${id}-${minutesAgo}.mp3`;
  return { id, at: NOW - minutesAgo * MINUTE, played: true, track: UNKNOWN_TRACK, ...change, file };
}

function watching(...entries: readonly RecordedPlay[]) {
  const plays = new NewPlays(2000);
  plays.update(entries, NOW);
  return (now: number, ...snapshot: readonly RecordedPlay[]) =>
    plays.update(snapshot, now).map(({ id }) => id);
}

describe('NewPlays', () => {
  test('returns none for the first snapshot, even if it is read late', () => {
    expect(new NewPlays(0).update([entry(1, 0)], NOW)).toEqual([]);
  });

  test('finds a play after the newest entry was deleted and its number reused', () => {
    const update = watching(entry(1, 9), entry(2, 5));
    expect(update(NOW, entry(1, 9), entry(2, 1))).toEqual([2]);
  });

  test('finds plays when nothing of the last snapshot is left', () => {
    expect(watching(entry(7, 9), entry(8, 5))(NOW, entry(1, 2))).toEqual([1]);
  });

  test('ignores entries older than the newest one, even after that was deleted', () => {
    const update = watching(entry(1, 9), entry(2, 5));
    expect(update(NOW, entry(1, 9))).toEqual([]);
    expect(update(NOW, entry(1, 9), entry(2, 60), entry(3, 6))).toEqual([]);
  });

  test('ignores the newest entry when it comes back, and finds one that was played meanwhile', () => {
    const update = watching(entry(1, 9, { played: false }), entry(2, 5));
    expect(update(NOW)).toEqual([]);
    expect(update(NOW, entry(1, 9), entry(2, 5))).toEqual([1]);
  });

  test('ignores copies of known entries under other numbers', () => {
    const known = entry(2, 5);
    expect(watching(entry(1, 9), known)(NOW, known, { ...known, id: 3 })).toEqual([]);
  });

  test('ignores entries that were added together, and keeps the others', () => {
    const update = watching(entry(1, 9));
    const together = [entry(2, 4, { file: 'a' }), entry(3, 4, { file: 'b' }), entry(4, 3.99, { file: 'c' })];
    expect(update(NOW, entry(1, 9), ...together, entry(5, 2))).toEqual([5]);
  });

  test('finds a known entry that comes to count as played, in the order of loading', () => {
    const update = watching(entry(1, 9, { played: false }), entry(2, 5));
    expect(update(NOW, entry(1, 9), entry(2, 5))).toEqual([1]);
    expect(update(NOW, entry(1, 9), entry(2, 5))).toEqual([]);
  });

  test("finds plays after the computer's clock was set back by an hour", () => {
    const update = watching(entry(1, 9), entry(2, 5));
    const known = [entry(1, 9), entry(2, 5)];
    expect(update(NOW - 60 * MINUTE, ...known, entry(3, 60))).toEqual([3]);
    // Joined with an old session.
    expect(update(NOW - 58 * MINUTE, ...known, entry(3, 60), entry(4, 600))).toEqual([]);
    expect(update(NOW - 57 * MINUTE, ...known, entry(3, 60), entry(4, 600), entry(5, 57))).toEqual([5]);
  });
});
