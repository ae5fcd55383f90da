import { expect, test } from 'vitest';
import type { MpdPairs } from './answer.ts';
import { songIn, statusIn } from './song.ts';

const song = (...pairs: MpdPairs) => songIn(pairs);

test('songIn reads the tags of a library song and joins repeated ones', () => {
  const names: MpdPairs = ['Title', 'Album', 'Label', 'Genre'].map((name) => [name, `Its ${name}`]);
  const artists: MpdPairs = ['Ada', 'Bo'].map((artist) => ['Artist', artist]);
  expect(
    song(['file', 'Ada/01 One.flac'], ...artists, ...names, ['Date', '1999-05-01'], ['duration', '61.500']),
  ).toMatchObject({
    artist: 'Ada, Bo',
    title: 'Its Title',
    album: 'Its Album',
    label: 'Its Label',
    genre: 'Its Genre',
    filename: '01 One.flac',
    year: 1999,
    durationMs: 61_500,
  });
});

test("songIn splits a station's title, and names a file without tags by its file name", () => {
  const station: MpdPairs = [
    ['file', 'http://radio.example/live'],
    ['Name', 'Radio'],
  ];
  expect(song(...station, ['Title', 'Ada - One'])).toMatchObject({
    artist: 'Ada',
    title: 'One',
    filename: '',
  });
  expect(song(...station)).toBeUndefined();
  expect(song(['file', 'Sets/Ada - One.mp3'])).toMatchObject({ artist: '', title: 'Ada - One' });
  expect(song()).toBeUndefined();
});

test('songIn drops a name that is too long', () => {
  expect(song(['file', 'a.mp3'], ['Title', 'x'.repeat(5_000)], ['Artist', 'Ada'])).toMatchObject({
    title: 'a',
  });
});

test.each([
  ['play', '12', '83.250', { state: 'play', next: '12', elapsedMs: 83_250 }],
  ['odd', '1\nkill', 'x', { state: 'stop', next: '', elapsedMs: undefined }],
])('statusIn reads the status %s with the next song', (state, nextsongid, elapsed, status) => {
  expect(statusIn(Object.entries({ state, nextsongid, elapsed }))).toEqual(status);
});
