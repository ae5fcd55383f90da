import { beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { HttpSource } from './source.ts';

let source: HttpSource;
let running: RunningSource;

beforeEach(() => {
  source = new HttpSource({ clock: fakeClock(), log: keptLog() });
  running = runSource(source);
});

test('a posted track is announced with all its fields', () => {
  const names = { artist: 'A', genre: 'House', album: 'LP', filename: 'one.mp3', label: 'Harbour' };
  const more = { remixer: 'Mira', comment: 'Opener', key: '8A', bpm: 127.5, year: 1999 };
  const body = { ...names, ...more, title: ' One ', isrc: 'de-abc-26-00001', duration: 61.5 };
  expect(source.health()).toEqual({ watching: 'POST /api/v1/track' });
  expect(source.accept(body)).toEqual({ ok: true });
  expect(running.transitions[0]).toMatchObject({
    source: 'http',
    track: { ...names, ...more, title: 'One', isrc: 'DEABC2600001', durationMs: 61_500 },
  });
  expect(source.health().lastHeardAt).toBe(Date.UTC(2026, 0, 1, 20));
});

test('a title is enough, and the same title posted twice is two plays', () => {
  source.accept({ title: 'One' });
  source.accept({ title: 'One' });
  expect(running.announced).toEqual([' - One', ' - One']);
  expect(new Set(running.transitions.map(({ playId }) => playId)).size).toBe(2);
});

describe('HttpSource rejects', () => {
  test.each<[string, unknown, string]>([
    ['what is not an object', 'A - One', 'the body is not a JSON object'],
    ['names of nothing to read', { artist: ' ', title: '\n\u0000' }, '"artist" and "title" are both missing'],
    ['a title that is a number', { title: 7 }, '"title" is not text'],
    ['a length in words', { title: 'One', duration: '3:21' }, '"duration" is not a number of seconds'],
    ['a tempo in words', { title: 'One', bpm: 'fast' }, '"bpm" is not a number'],
    ['a tempo of no music', { title: 'One', bpm: 1_000 }, '"bpm" is not below 1000'],
    ['a year of two digits', { title: 'One', year: 98 }, '"year" is not a year of four digits'],
    ['a negative length', { title: 'One', duration: -1 }, '"duration" is below 0'],
    [
      'a misspelled key',
      { titel: 'One' },
      '"titel" is none of artist, title, genre, album, label, remixer, comment, key, bpm, year, isrc, duration, filename',
    ],
    ['an endless name', { title: 'x'.repeat(1001) }, '"title" has more than 1000 characters'],
  ])('%s', (_, body, problem) => {
    expect(source.accept(body)).toEqual({ ok: false, problem });
    expect(running.announced).toEqual([]);
  });

  test('every track after the end', async () => {
    await running.stop();
    expect(source.accept({ title: 'One' })).toMatchObject({ ok: false });
  });
});
