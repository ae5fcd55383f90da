import { describe, expect, test } from 'vitest';
import { durationMsOf, filenameOf, locationOf, type TrackPlace } from './track.ts';

const NOWHERE: TrackPlace = { networkPath: '', file: '', uri: '' };

describe('the playing time', () => {
  test.each([
    { what: 'samples at the told rate', length: 16_445_952, sampleRate: 44_100, durationMs: 372_924 },
    { what: 'samples at 48 kHz', length: 14_400_000, sampleRate: 48_000, durationMs: 300_000 },
    { what: 'samples without a rate', length: 13_230_000, sampleRate: 0, durationMs: 300_000 },
    { what: 'seconds of old firmware', length: 300, sampleRate: 44_100, durationMs: 300_000 },
    { what: 'a number that nothing lasts', length: Number.POSITIVE_INFINITY, sampleRate: 0, durationMs: 0 },
    { what: 'samples at a rate that is none', length: 13_230_000, sampleRate: 1e-300, durationMs: 0 },
    { what: 'an empty deck', length: 0, sampleRate: 0, durationMs: 0 },
  ])('of $what', ({ length, sampleRate, durationMs }) => {
    expect(durationMsOf(length, sampleRate)).toBe(durationMs);
  });
});

describe('the file name', () => {
  test.each([
    ['of a local file', { file: '/media/SC6000/Engine Library/Music/Anna/blue.mp3' }, 'blue.mp3'],
    ['of a file on another player', { networkPath: 'net://828b/STICK (USB 1)/Music/blue.mp3' }, 'blue.mp3'],
    ['of a file that a Windows computer wrote', { file: 'C:\\Music\\blue.mp3' }, 'blue.mp3'],
    ['of a stream', { networkPath: 'net://828b/(Unknown)/streaming://beatport/track/1' }, ''],
    ['of a stream by its address', { uri: 'tidal:track:1', file: 'x/1' }, ''],
    ['of nothing', {}, ''],
  ])('%s', (_what, known, filename) => {
    expect(filenameOf({ ...NOWHERE, ...known })).toBe(filename);
  });
});

test('the location of a track is its network path, else that of its player, else that of its stream', () => {
  const networkPath = 'net://828b/STICK/blue.mp3';
  expect(locationOf({ networkPath, file: '/media/blue.mp3', uri: '' })).toBe(networkPath);
  expect(locationOf({ ...NOWHERE, file: '/media/blue.mp3', uri: 'tidal:track:1' })).toBe('/media/blue.mp3');
  expect(locationOf({ ...NOWHERE, uri: 'tidal:track:1' })).toBe('tidal:track:1');
});
