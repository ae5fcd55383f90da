import { describe, expect, test } from 'vitest';
import { track } from '../../../test/support/tracks.ts';
import type { SetEntry, Track } from '../../core/track.ts';
import { rfc3339 } from '../../core/units.ts';
import { SET_FORMATS, setTracks, youtubeChapters } from './index.ts';

const START = Date.UTC(2026, 0, 1, 20);

function entry(elapsedMs: number, known: Partial<Track>, hidden = false): SetEntry {
  return {
    playId: `${elapsedMs}`,
    position: 1,
    hidden,
    track: track(hidden ? {} : known),
    source: 'hwdevice',
    at: START + elapsedMs,
    elapsedMs,
  };
}

const SET = [
  entry(0, {
    artist: 'Ada',
    title: 'Blue',
    album: 'Colors',
    genre: 'House',
    label: 'Harbour',
    remixer: 'Mira',
    comment: 'Opener',
    key: 'Am',
    bpm: 127.5,
    year: 1999,
    isrc: 'DEABC2600001',
    durationMs: 361_400,
  }),
  entry(245_900, {}, true),
  entry(3_723_000, { artist: 'Cy', title: 'Green', filename: 'green.flac' }),
];

const written = (format: keyof typeof SET_FORMATS, entries: readonly SetEntry[] = SET, offsetMs = 0) =>
  SET_FORMATS[format](setTracks(entries, offsetMs));

test.each([
  ['with the set holds the whole of it', 0, ['0 Blue', '245900 ID', '3723000 Green']],
  ['later starts with the track that was playing', 300_000, ['0 ID', '3423000 Green']],
  ['after all of it holds the last track', 9_999_999, ['0 Green']],
])('setTracks of a recording that began %s', (_, offsetMs, tracks) => {
  expect(setTracks(SET, offsetMs).map(({ title, startMs }) => `${startMs} ${title}`)).toEqual(tracks);
  expect(setTracks([], offsetMs)).toEqual([]);
});

describe('CSV', () => {
  test('says, for a recording, when a track is heard, and marks entries to check', () => {
    const heard = { firstMs: 61_000, lastMs: 304_000, sureness: 0.42 };
    const unknown = { firstMs: 300_000, lastMs: 400_000, sureness: 0 };
    const set = [
      { ...entry(65_000, { title: 'Blue' }), heard },
      { ...entry(300_000, {}), heard: unknown },
    ];
    const [header, first, second] = written('csv', set).split('\r\n');
    expect(header).toMatch(/,isrc,first_heard,last_heard,sureness,unsure$/);
    expect(first).toMatch(/,00:01:01,00:05:04,0\.42,true$/);
    // Something unknown is no mistake.
    expect(second).toMatch(/^2,00:05:00,ID,ID,.*,0,false$/);
  });

  test('has a header, quotes values as needed, and ends lines by the standard', () => {
    expect(written('csv')).toBe(
      [
        'position,start,artist,title,album,genre,duration,timestamp,label,remixer,comment,key,bpm,year,isrc',
        `1,00:00:00,Ada,Blue,Colors,House,361,${rfc3339(START)},Harbour,Mira,Opener,Am,127.5,1999,DEABC2600001`,
        `2,00:04:05,ID,ID,,,,${rfc3339(START + 245_900)},,,,,,,`,
        `3,01:02:03,Cy,Green,,,,${rfc3339(START + 3_723_000)},,,,,,,`,
        '',
      ].join('\r\n'),
    );
    expect(written('csv', [entry(0, { artist: 'A, B', title: 'The "Thing"' })])).toContain(
      '"A, B","The ""Thing""",',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://x","y")'])(
    'keeps a spreadsheet from running the title %j',
    (title) => {
      const [, row = ''] = written('csv', [entry(0, { title })]).split('\r\n');
      expect(row.split(',')[3]?.replace(/^"/, '')).toMatch(/^'/);
    },
  );
});

test('JSON has every field', () => {
  const { tracks } = JSON.parse(written('json'));
  expect(tracks).toHaveLength(3);
  expect(tracks[0]).toEqual({
    ...SET[0]?.track,
    ...{ position: 1, start: '00:00:00', start_ms: 0, timestamp: rfc3339(START), hidden: false },
    durationMs: undefined,
    duration: 361,
  });
  expect(tracks[1]).toMatchObject({ artist: 'ID', title: 'ID', hidden: true });
});

test('M3U names the file, or the track without one', () => {
  expect(written('m3u', [...SET, entry(1, { filename: '#1.mp3' })])).toBe(
    [
      '#EXTM3U',
      '#EXTINF:361,Ada - Blue',
      'Ada - Blue',
      '#EXTINF:-1,ID - ID',
      'ID - ID',
      '#EXTINF:-1,Cy - Green',
      'green.flac',
      '#EXTINF:-1,#1.mp3',
      './#1.mp3',
      '',
    ].join('\n'),
  );
});

test('Markdown shows names literally', () => {
  expect(written('markdown', [entry(0, { artist: 'A|B', title: '*Blue* [x](y) <b>' })])).toBe(
    [
      '| # | Time | Artist | Title |',
      '|---:|---|---|---|',
      String.raw`| 1 | 00:00:00 | A\|B | \*Blue\* \[x\](y) \<b\> |`,
      '',
    ].join('\n'),
  );
});

describe('YouTube chapters', () => {
  test('begin at 0:00 even if the first track came a little later, in whole seconds', () => {
    expect(written('youtube')).toBe('0:00 Ada - Blue\n4:05 ID - ID\n1:02:03 Cy - Green\n');
    expect(written('youtube', [entry(9_999, { title: '<3' })])).toBe('0:00 ‹3\n');
  });

  test('begin with an intro if the recording began at least a chapter earlier than the first track', () => {
    const chapters = youtubeChapters(setTracks(SET, -10_000));
    expect(chapters.text).toBe('0:00 Intro\n0:10 Ada - Blue\n4:15 ID - ID\n1:02:13 Cy - Green\n');
    expect(chapters.hasIntro).toBe(true);
    const late = [entry(90_000, { title: 'Blue' }), entry(93_000, { title: 'Green' })];
    expect(written('youtube', late)).toBe('0:00 Intro\n1:30 Blue\n1:40 Green\n');
  });

  test('fit into 5,000 characters by shortening long names, then omitting the last tracks', () => {
    const set = (count: number) =>
      setTracks(
        Array.from({ length: count }, (_, index) =>
          entry(index * 60_000, { artist: 'Ada', title: index % 2 === 0 ? 'x'.repeat(80) : 'Blue' }),
        ),
        0,
      );
    const long = youtubeChapters(set(100));
    expect(long.text.length).toBeLessThanOrEqual(5_000);
    expect(long.text.match(/\n/g)).toHaveLength(100);
    expect(long).toMatchObject({ shortened: 50, leftOut: 0 });
    expect(long.text).toContain('Ada - Blue\n');
    const endless = youtubeChapters(set(400));
    expect(endless.text.length).toBeLessThanOrEqual(5_000);
    expect(endless.text.match(/\n/g)).toHaveLength(400 - endless.leftOut);
    expect(youtubeChapters(set(40))).toMatchObject({ shortened: 0, leftOut: 0 });
    expect(youtubeChapters([])).toEqual({ text: '', shortened: 0, leftOut: 0, hasIntro: false });
  });

  test('are at least ten seconds apart, without omissions', () => {
    const quick = [0, 3_000, 5_000, 40_000].map((at) => entry(at, { title: `T${at}` }));
    expect(written('youtube', quick)).toBe('0:00 T0\n0:10 T3000\n0:20 T5000\n0:40 T40000\n');
  });
});

test('the plain list has a line per track, without its time', () => {
  expect(written('txt', [...SET, entry(2, { filename: 'b.mp3' })])).toBe(
    'Ada - Blue\nID - ID\nCy - Green\nb.mp3\n',
  );
});

test('lists to paste have times before names', () => {
  expect(written('mixcloud')).toBe('00:00 Ada - Blue\n04:05 ID - ID\n1:02:03 Cy - Green\n');
  expect(written('1001tracklists')).toBe('[00:00] Ada - Blue\n[04:05] ID - ID\n[1:02:03] Cy - Green\n');
});

test.each(['txt', 'm3u', 'markdown', 'youtube', 'mixcloud', '1001tracklists'] as const)(
  '%s shows an unknown track like a hidden one',
  (format) => {
    const unknown = written(format, [entry(0, {})]);
    expect(unknown).toBe(written(format, [entry(0, {}, true)]));
    expect(unknown).toMatch(/ID (?:-|\|) ID/);
  },
);
