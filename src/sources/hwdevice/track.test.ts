import { expect, test } from 'vitest';
import { durationMsOf, filenameOf, locationOf, type TrackLocations } from './track.ts';

const NOWHERE: TrackLocations = { networkPath: '', file: '', uri: '' };

test.each([
  ['samples at the reported rate', 16_445_952, 44_100, 372_924],
  ['samples at 48 kHz', 14_400_000, 48_000, 300_000],
  ['samples without a rate', 13_230_000, 0, 300_000],
  ['seconds of old firmware', 300, 44_100, 300_000],
  ['an infinite length', Number.POSITIVE_INFINITY, 0, 0],
  ['samples at an impossible rate', 13_230_000, 1e-300, 0],
  ['an empty deck', 0, 0, 0],
])('durationMsOf converts %s', (_, length, sampleRate, durationMs) => {
  expect(durationMsOf(length, sampleRate)).toBe(durationMs);
});

test.each([
  ['a local file', { file: '/media/SC6000/Engine Library/Music/Anna/blue.mp3' }, 'blue.mp3'],
  ['a file on another player', { networkPath: 'net://828b/STICK (USB 1)/Music/blue.mp3' }, 'blue.mp3'],
  ['a file that a Windows computer wrote', { file: 'C:\\Music\\blue.mp3' }, 'blue.mp3'],
  ['a stream', { networkPath: 'net://828b/(Unknown)/streaming://beatport/track/1' }, ''],
  ['a stream by its address', { uri: 'tidal:track:1', file: 'x/1' }, ''],
  ['nothing', {}, ''],
])('filenameOf returns the name of %s', (_, known, filename) => {
  expect(filenameOf({ ...NOWHERE, ...known })).toBe(filename);
});

test('locationOf prefers the network path, then the file, then the stream', () => {
  const networkPath = 'net://828b/STICK/blue.mp3';
  expect(locationOf({ networkPath, file: '/media/blue.mp3', uri: '' })).toBe(networkPath);
  expect(locationOf({ ...NOWHERE, file: '/media/blue.mp3', uri: 'tidal:track:1' })).toBe('/media/blue.mp3');
  expect(locationOf({ ...NOWHERE, uri: 'tidal:track:1' })).toBe('tidal:track:1');
});
