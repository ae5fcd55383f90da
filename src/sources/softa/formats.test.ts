import { expect, test } from 'vitest';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { readContent } from './formats.ts';

/**
 * Shortest of some runs, because other load can only add to it. Compare two durations in one test; a single one
 * measures the computer.
 */
function leastTime(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

function tracksOf(text: string, path = 'now.txt') {
  return readContent(text, path).entries.map((entry) => entry.track);
}

const DJAY = 'Title: Re: Stacks\nArtist: Bon Iver\nAlbum: For Emma: Forever Ago\nTime: 06:41\n';
const TRACKLIST = [
  'VirtualDJ History 2026/11/20',
  '------------------------------',
  '22:01 : Moderat - A New Error',
  '22:07 : Untitled',
  '',
  'VirtualDJ History 2026/11/21',
  '------------------------------',
  '0:05 : Jean-Michel Jarre - Oxygène - Part IV',
  '',
].join('\r\n');
const DAILY_PLAYLIST = [
  '#EXTM3U',
  '#EXTVDJ:<time>21:39</time><lastplaytime>1674884385</lastplaytime><artist>Nick Cave & The Bad Seeds</artist><title>Hollywood</title>',
  'netsearch://dz1873796677',
  '#EXTVDJ:<time>21:41</time><filesize>9</filesize><artist>Simon &amp; Garfunkel</artist><title>Cecilia</title><remix>Extended Mix</remix><songlength>174.5</songlength><album>cut off',
  'C:\\Music\\Simon & Garfunkel\\Cecilia.mp3',
  '',
].join('\r\n');

const STACKS = {
  title: 'Re: Stacks',
  artist: 'Bon Iver',
  album: 'For Emma: Forever Ago',
  durationMs: 401_000,
};
const ARCHANGEL = { artist: 'Burial', title: 'Archangel' };

test.each<[string, string, readonly Partial<Track>[]]>([
  ["djay's file, with colons in its values", DJAY, [STACKS]],
  ["djay's file with carriage returns", DJAY.replaceAll('\n', '\r\n'), [STACKS]],
  [
    "djay's file of a track without names",
    'Title: Intro\nArtist: N/A\nAlbum: N/A\nTime: 1:00:01',
    [{ title: 'Intro', durationMs: 3_601_000 }],
  ],
  ["djay's file of nothing", 'Title: N/A\nArtist: N/A\n', []],
  [
    "VirtualDJ's tracklist",
    TRACKLIST,
    [
      { artist: 'Moderat', title: 'A New Error' },
      { title: 'Untitled' },
      { artist: 'Jean-Michel Jarre', title: 'Oxygène - Part IV' },
    ],
  ],
  ["a heading of VirtualDJ's alone", 'VirtualDJ History 2026/11/20\n----\n', []],
  [
    "VirtualDJ's daily playlist",
    DAILY_PLAYLIST,
    [
      { artist: 'Nick Cave & The Bad Seeds', title: 'Hollywood' },
      {
        ...{ artist: 'Simon & Garfunkel', title: 'Cecilia (Extended Mix)' },
        ...{ filename: 'Cecilia.mp3', durationMs: 174_500 },
      },
    ],
  ],
  [
    'a playlist with attributes that hold commas',
    '#EXTM3U\n#EXTINF:212 group="a, b",Burial - Archangel\n/music/burial/archangel.flac\n',
    [{ ...ARCHANGEL, durationMs: 212_000, filename: 'archangel.flac' }],
  ],
  ['a playlist without a length', '#EXTINF:-1,Burial - Archangel\nhttp://radio/stream\n', [ARCHANGEL]],
  ['a playlist of a stream without a description', '#EXTM3U\nhttps://radio/stream\n', []],
  ['a line with a hyphen', 'A-Trak - Say - Remix', [{ artist: 'A-Trak', title: 'Say - Remix' }]],
  ['a line with a dash', '\n  Four Tet — Baby  \n\n', [{ artist: 'Four Tet', title: 'Baby' }]],
  ['a line with both', 'Nina – Live - Baltimore', [{ artist: 'Nina – Live', title: 'Baltimore' }]],
  ['a line of one name', 'Untitled', [{ title: 'Untitled' }]],
])('readContent reads the tracks from %s', (_, text, tracks) => {
  expect(tracksOf(text)).toEqual(tracks.map((track) => ({ ...UNKNOWN_TRACK, ...track })));
});

test.each([
  ['/music/Burial - Near Dark.mp3', 'Burial', 'Near Dark', 'Burial - Near Dark.mp3'],
  ['file:///music/Bj%C3%B6rk%20-%20J%C3%B3ga.mp3', 'Björk', 'Jóga', 'Björk - Jóga.mp3'],
  ['file:///music/100% - Pure.mp3', '100%', 'Pure', '100% - Pure.mp3'],
])('readContent reads %s from a playlist of paths as %s - %s', (path, artist, title, filename) => {
  expect(tracksOf(`${path}\n`, 'set.m3u8')).toEqual([{ ...UNKNOWN_TRACK, artist, title, filename }]);
});

test.each([
  ["djay's file without its time", 'unfinished', 'Title: Re: Stacks\nArtist: Bon'],
  ["djay's file without its last line feed", 'likely', DJAY.trimEnd()],
  ["djay's file", 'whole', DJAY],
  ['a playlist without a path', 'unfinished', DAILY_PLAYLIST.replace(/netsearch[\s\S]*/, '')],
  ['a playlist', 'whole', DAILY_PLAYLIST],
])('%s is %s', (_, state, text) => {
  expect(readContent(text, 'now.txt').state).toBe(state);
});

test('readContent rejects two lines, and treats white space as an empty file', () => {
  expect(readContent('Four Tet\nBaby\n', 'now.txt').format).toBe('unknown');
  expect(readContent(' \r\n\n', 'now.txt')).toEqual({ format: 'empty', entries: [], state: 'unfinished' });
});

test.each([
  ['in a playlist blanks before an open quote', `#EXTINF:${' '.repeat(100_000)}"\n/music/a.mp3\n`],
  ['in a playlist digits before an open quote', `#EXTINF:${'7'.repeat(100_000)}"\n/music/a.mp3\n`],
  ['blanks before a hyphen', `Four Tet${' '.repeat(100_000)}- Baby`],
  ['blanks between two words', `Four Tet${' '.repeat(100_000)}Baby`],
])('readContent reads 100,000 %s as quickly as letters', (_, hostile) => {
  const harmless = 'x'.repeat(hostile.length);
  expect(tracksOf(hostile)).toHaveLength(1);
  expect(leastTime(() => tracksOf(hostile))).toBeLessThan(100 * leastTime(() => tracksOf(harmless)));
});
