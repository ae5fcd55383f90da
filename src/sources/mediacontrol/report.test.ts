import { describe, expect, test } from 'vitest';
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
  elapsedTime: 1.2,
  timestamp: '2026-11-21T02:12:31Z',
};

test('a full line is the whole state', () => {
  const state = stateAfter(full({ ...PLAYING, genre: 'R&B' }), full({ ...PLAYING, title: 'Ivy' }));
  expect(state).toMatchObject({ title: 'Ivy', artist: 'Frank Ocean', genre: '', playing: true });
});

test('a difference changes the last state', () => {
  const state = stateAfter(full(PLAYING), diff({ playing: false, artworkData: 'AAAA' }));
  expect(state).toMatchObject({ title: 'Nikes', playing: false, artworkData: 'AAAA' });
});

test('null takes a value away', () => {
  expect(
    stateAfter(full({ ...PLAYING, artworkData: 'AAAA' }), diff({ artworkData: null }))?.artworkData,
  ).toBe('');
});

test('an empty full line means that nothing plays', () => {
  expect(stateAfter(full(PLAYING), full({}))).toEqual(NO_MEDIA);
});

describe('the track', () => {
  test('has its length in milliseconds', () => {
    expect(trackOf(stateAfter(full(PLAYING)) ?? NO_MEDIA).durationMs).toBe(314_500);
  });

  test('has the same length when the stream counts in microseconds', () => {
    const { duration: _, ...rest } = PLAYING;
    expect(trackOf(stateAfter(full({ ...rest, durationMicros: 314_500_000 })) ?? NO_MEDIA).durationMs).toBe(
      314_500,
    );
  });
});

test.each(['1e400', '1e308', '9223372036854775', '-1'])('a length of %s seconds is none', (duration) => {
  const line = `{"type":"data","payload":{"title":"Radio","duration":${duration}}}`;
  expect(trackOf(stateAfter(line) ?? NO_MEDIA).durationMs).toBe(0);
});

test('the application comes before the helper process that plays for it', () => {
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

test('names of megabytes count as absent, art of that size does not', () => {
  const long = 'A'.repeat(4 * 1024 * 1024);
  const state = stateAfter(
    full({ ...PLAYING, title: long, artist: long, bundleIdentifier: long, artworkData: long }),
  );
  expect(state).toMatchObject({ title: '', artist: '', bundleIdentifier: '' });
  expect(state?.artworkData).toHaveLength(long.length);
});

test.each([
  '',
  'hello',
  '[]',
  'null',
  '{"type":"other","payload":{}}',
  '{"type":"data"}',
  '{"type":"data","payload":[1',
])('%j is none of its lines', (line) => {
  expect(stateAfter(line)).toBeUndefined();
});
