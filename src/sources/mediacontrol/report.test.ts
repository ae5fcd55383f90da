import { expect, test } from 'vitest';
import { applyLine, bundlesOf, type MediaState, NO_MEDIA, trackOf } from './report.ts';

function full(payload: object): string {
  return JSON.stringify({ type: 'data', diff: false, payload });
}

function diff(payload: object): string {
  return JSON.stringify({ type: 'data', diff: true, payload });
}

function stateAfter(...lines: string[]): MediaState | undefined {
  return lines.reduce<MediaState | undefined>((state, line) => state && applyLine(state, line), NO_MEDIA);
}

const PLAYING = {
  processIdentifier: 501,
  bundleIdentifier: 'com.spotify.client',
  playing: true,
  title: 'Nikes',
  artist: 'Frank Ocean',
  album: 'Blonde',
  duration: 314.5,
};

test('applyLine replaces the state by a full line; an empty one means that nothing plays', () => {
  const state = stateAfter(full({ ...PLAYING, genre: 'R&B' }), full({ ...PLAYING, title: 'Ivy' }));
  expect(state).toMatchObject({ title: 'Ivy', artist: 'Frank Ocean', genre: '', playing: true });
  expect(stateAfter(full(PLAYING), full({}))).toEqual(NO_MEDIA);
});

test('applyLine changes the state by a difference, in which null removes a value', () => {
  const paused = diff({ playing: false, artworkData: 'AAAA' });
  expect(stateAfter(full(PLAYING), paused)).toMatchObject({
    title: 'Nikes',
    playing: false,
    artworkData: 'AAAA',
  });
  expect(stateAfter(full(PLAYING), paused, diff({ artworkData: null }))?.artworkData).toBe('');
});

test.each([
  ['"duration":314.5', 314_500],
  ['"durationMicros":314500000', 314_500],
  ['"duration":1e400', 0],
  ['"duration":1e308', 0],
  ['"duration":9223372036854775', 0],
  ['"duration":-1', 0],
])('trackOf reads %s as %d ms', (length, ms) => {
  const line = `{"type":"data","payload":{"title":"Radio",${length}}}`;
  expect(trackOf(stateAfter(line) ?? NO_MEDIA).durationMs).toBe(ms);
});

test('bundlesOf lists the application before its helper process', () => {
  const safari = {
    bundleIdentifier: 'com.apple.WebKit.GPU',
    parentApplicationBundleIdentifier: 'com.apple.Safari',
  };
  expect(bundlesOf(stateAfter(full(safari)) ?? NO_MEDIA)).toEqual([
    'com.apple.Safari',
    'com.apple.WebKit.GPU',
  ]);
});

test('values of a wrong type count as absent', () => {
  expect(stateAfter(full({ title: 7, artist: ['x'], playing: 'yes', duration: '3' }))).toEqual(NO_MEDIA);
});

test('applyLine keeps a title of a thousand letters of two code units, and drops a longer one', () => {
  const title = '𝄞'.repeat(1_000);
  expect(stateAfter(full({ title }))).toMatchObject({ title });
  expect(stateAfter(full({ title: `${title}𝄞` }))).toMatchObject({ title: '' });
});

test('names of megabytes count as absent, but art of that size is kept', () => {
  const long = 'A'.repeat(4 * 1024 * 1024);
  const state = stateAfter(
    full({ ...PLAYING, title: long, artist: long, bundleIdentifier: long, artworkData: long }),
  );
  expect(state).toMatchObject({ title: '', artist: '', bundleIdentifier: '' });
  expect(state?.artworkData).toHaveLength(long.length);
});

test.each(['hello', '{"type":"other","payload":{}}', '{"type":"data"}', '{"type":"data","payload":[1'])(
  'applyLine returns undefined for %j',
  (line) => {
    expect(stateAfter(line)).toBeUndefined();
  },
);
