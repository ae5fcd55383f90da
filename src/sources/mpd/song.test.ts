import { expect, test } from 'vitest';
import type { MpdPairs } from './answer.ts';
import { songIn, statusIn } from './song.ts';

const song = (...pairs: MpdPairs) => songIn(pairs);

test('a song of the library has its tags, several of a kind joined', () => {
  expect(
    song(
      ['file', 'Ada/LP/01 One.flac'],
      ['Artist', 'Ada'],
      ['Artist', 'Bo'],
      ['Title', 'One'],
      ['Album', 'LP'],
      ['Date', '1999-05-01'],
      ['Label', 'Harbour'],
      ['Genre', 'House'],
      ['duration', '61.500'],
    ),
  ).toMatchObject({
    artist: 'Ada, Bo',
    title: 'One',
    album: 'LP',
    year: 1999,
    label: 'Harbour',
    genre: 'House',
    filename: '01 One.flac',
    durationMs: 61_500,
  });
});

test('a station has both names in its title, and a file without tags its own name', () => {
  expect(
    song(['file', 'http://radio.example/live'], ['Name', 'Radio'], ['Title', 'Ada - One']),
  ).toMatchObject({
    artist: 'Ada',
    title: 'One',
    filename: '',
  });
  expect(song(['file', 'http://radio.example/live'], ['Name', 'Radio'])).toBeUndefined();
  expect(song(['file', 'Sets/Ada - One.mp3'])).toMatchObject({ artist: '', title: 'Ada - One' });
  expect(song()).toBeUndefined();
});

test('a name that is longer than any is left out, where it would be cut', () => {
  expect(song(['file', 'a.mp3'], ['Title', 'x'.repeat(5_000)], ['Artist', 'Ada'])).toMatchObject({
    title: 'a',
  });
});

test('the status says whether it plays, and what comes next', () => {
  expect(
    statusIn([
      ['state', 'play'],
      ['nextsongid', '12'],
      ['elapsed', '83.250'],
    ]),
  ).toEqual({
    state: 'play',
    next: '12',
    elapsedMs: 83_250,
  });
  expect(
    statusIn([
      ['state', 'odd'],
      ['nextsongid', '1\nkill'],
      ['elapsed', 'x'],
    ]),
  ).toEqual({
    state: 'stop',
    next: '',
    elapsedMs: undefined,
  });
});
