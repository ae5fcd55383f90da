import { Variant } from '@jellybrick/dbus-next';
import { expect, test } from 'vitest';
import { UNKNOWN_TRACK } from '../../../core/track.ts';
import { readProperties } from './properties.ts';

function properties(metadata: Record<string, Variant>, status = 'Playing'): unknown {
  return { PlaybackStatus: new Variant('s', status), Metadata: new Variant('a{sv}', metadata) };
}

test('readProperties reads names, length and art from the metadata', () => {
  const metadata = {
    'mpris:trackid': new Variant('o', '/org/player/1'),
    'mpris:length': new Variant('x', 314_500_000n),
    'mpris:artUrl': new Variant('s', 'file:///tmp/cover.png'),
    'xesam:title': new Variant('s', 'Summertime'),
    'xesam:artist': new Variant('as', ['Ella Fitzgerald', 'Louis Armstrong']),
    'xesam:album': new Variant('s', 'Porgy and Bess'),
    'xesam:genre': new Variant('as', ['Jazz']),
    'xesam:url': new Variant('s', 'file:///music/My%20Song.flac'),
  };
  expect(readProperties(properties(metadata))).toEqual({
    playing: true,
    track: {
      ...UNKNOWN_TRACK,
      artist: 'Ella Fitzgerald, Louis Armstrong',
      title: 'Summertime',
      album: 'Porgy and Bess',
      genre: 'Jazz',
      filename: 'My Song.flac',
      durationMs: 314_500,
    },
    artUrl: 'file:///tmp/cover.png',
    trackId: '/org/player/1 file:///music/My%20Song.flac',
    file: '/music/My Song.flac',
  });
});

test.each(['Paused', 'Stopped', ''])('readProperties counts the status %j as not playing', (status) => {
  expect(readProperties(properties({}, status)).playing).toBe(false);
});

test.each([
  ['mpris:trackid', '/com/spotify/ad/2b5a5d0c7d4d4b78a84df74a5c94ba8e'],
  ['mpris:trackid', 'spotify:ad:000000012c603a6600000020316a17a1'],
  ['xesam:url', 'https://open.spotify.com/ad/7af58bd5478e4c63b7a139d025c72772'],
])('readProperties counts an advertisement of Spotify as not playing: %s %s', (key, value) => {
  const names = { 'xesam:title': new Variant('s', 'Sale'), 'xesam:artist': new Variant('as', ['Shop']) };
  expect(readProperties(properties({ ...names, [key]: new Variant('s', value) })).playing).toBe(false);
  const track = value.replace(/([:/])ad([:/])/, '$1track$2');
  expect(readProperties(properties({ ...names, [key]: new Variant('s', track) })).playing).toBe(true);
});

test('readProperties ignores the status texts of an idle Mixxx', () => {
  const idle = {
    'xesam:title': new Variant('s', 'Mixxx'),
    'xesam:artist': new Variant('as', ['No track playing']),
  };
  expect(readProperties(properties(idle)).playing).toBe(false);
});

test('readProperties counts a player without properties as not playing', () => {
  for (const nothing of [undefined, null, [], {}, 'x']) {
    expect(readProperties(nothing)).toEqual({ playing: false, track: UNKNOWN_TRACK, artUrl: '' });
  }
});

test('readProperties reads a live stream without a file name and without its endless length', () => {
  const metadata = {
    'xesam:title': new Variant('s', 'Radio'),
    'xesam:url': new Variant('s', 'https://open.example/track/7'),
    'mpris:length': new Variant('x', 2n ** 63n - 1n),
  };
  expect(readProperties(properties(metadata)).track).toMatchObject({ filename: '', durationMs: 0 });
});
