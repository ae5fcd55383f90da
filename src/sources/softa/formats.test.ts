import { describe, expect, test } from 'vitest';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { readContent } from './formats.ts';

/**
 * The least time that something takes in a few runs, in milliseconds: whatever else the computer does only adds to it.
 * Good for comparing two things in one test; how long something takes on its own says more of the computer.
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

describe("djay's file", () => {
  const text = 'Title: Re: Stacks\nArtist: Bon Iver\nAlbum: For Emma: Forever Ago\nTime: 06:41\n';

  test('gives title, artist, album and playing time, and a value may hold a colon', () => {
    expect(tracksOf(text)).toEqual([
      {
        ...UNKNOWN_TRACK,
        title: 'Re: Stacks',
        artist: 'Bon Iver',
        album: 'For Emma: Forever Ago',
        durationMs: 401_000,
      },
    ]);
  });

  test('N/A means unknown', () => {
    expect(tracksOf('Title: Intro\nArtist: N/A\nAlbum: N/A\nTime: 1:00:01')).toEqual([
      { ...UNKNOWN_TRACK, title: 'Intro', durationMs: 3_601_000 },
    ]);
  });

  test('with nothing but N/A holds no track', () => {
    expect(tracksOf('Title: N/A\nArtist: N/A\n')).toEqual([]);
  });

  test('is unfinished until its time is there', () => {
    expect(readContent('Title: Re: Stacks\nArtist: Bon', 'now.txt').state).toBe('unfinished');
    expect(readContent(text.trimEnd(), 'now.txt').state).not.toBe('unfinished');
  });

  test('reads the same with carriage returns', () => {
    expect(tracksOf(text.replaceAll('\n', '\r\n'))).toEqual(tracksOf(text));
  });
});

describe("VirtualDJ's tracklist", () => {
  const text = [
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

  test('gives every play in order', () => {
    expect(tracksOf(text)?.map(({ artist, title }) => [artist, title])).toEqual([
      ['Moderat', 'A New Error'],
      ['', 'Untitled'],
      ['Jean-Michel Jarre', 'Oxygène - Part IV'],
    ]);
  });

  test('with a heading alone holds no track', () => {
    expect(tracksOf('VirtualDJ History 2026/11/20\n----\n')).toEqual([]);
  });
});

describe("VirtualDJ's daily playlist", () => {
  const text = [
    '#EXTM3U',
    '#EXTVDJ:<time>21:39</time><lastplaytime>1674884385</lastplaytime><artist>Nick Cave & The Bad Seeds</artist><title>Hollywood</title>',
    'netsearch://dz1873796677',
    '#EXTVDJ:<time>21:41</time><filesize>9</filesize><artist>Simon &amp; Garfunkel</artist><title>Cecilia</title><remix>Extended Mix</remix><songlength>174.5</songlength><album>cut off',
    'C:\\Music\\Simon & Garfunkel\\Cecilia.mp3',
    '',
  ].join('\r\n');

  test('gives names, remix, length and file name', () => {
    expect(tracksOf(text, 'today.m3u')).toEqual([
      { ...UNKNOWN_TRACK, artist: 'Nick Cave & The Bad Seeds', title: 'Hollywood' },
      {
        ...UNKNOWN_TRACK,
        artist: 'Simon & Garfunkel',
        title: 'Cecilia (Extended Mix)',
        filename: 'Cecilia.mp3',
        durationMs: 174_500,
      },
    ]);
  });

  test('is unfinished while the path of the last play is missing', () => {
    const upToPath = text.slice(0, text.indexOf('netsearch'));
    expect(readContent(upToPath, 'today.m3u').state).toBe('unfinished');
    expect(readContent(text, 'today.m3u').state).not.toBe('unfinished');
  });
});

describe('a playlist of any other program', () => {
  test('gives length and names from #EXTINF, whatever attributes it carries', () => {
    const text = '#EXTM3U\n#EXTINF:212 group="a, b",Burial - Archangel\n/music/burial/archangel.flac\n';
    expect(tracksOf(text)).toEqual([
      {
        ...UNKNOWN_TRACK,
        artist: 'Burial',
        title: 'Archangel',
        durationMs: 212_000,
        filename: 'archangel.flac',
      },
    ]);
  });

  test('does not know the length of -1 seconds', () => {
    expect(tracksOf('#EXTINF:-1,Burial - Archangel\nhttp://radio/stream\n')).toEqual([
      { ...UNKNOWN_TRACK, artist: 'Burial', title: 'Archangel' },
    ]);
  });

  test.each([' ', '7'])('is read as quickly when 100,000 of "%s" end in an open quote', (filler) => {
    const playlist = (attributes: string) => `#EXTINF:${attributes}\n/music/Burial - Near Dark.mp3\n`;
    const hostile = playlist(`${filler.repeat(100_000)}"`);
    const harmless = playlist(`212 ${'x'.repeat(100_000)}`);
    expect(tracksOf(hostile)).toHaveLength(1);
    expect(leastTime(() => tracksOf(hostile))).toBeLessThan(100 * leastTime(() => tracksOf(harmless)));
  });

  test('gets the names from the file name when nothing else has them', () => {
    expect(tracksOf('/music/Burial - Near Dark.mp3\n', 'set.m3u8')).toEqual([
      { ...UNKNOWN_TRACK, artist: 'Burial', title: 'Near Dark', filename: 'Burial - Near Dark.mp3' },
    ]);
  });
});

describe('an address in a playlist', () => {
  test('of a file gives its name as people read it', () => {
    expect(tracksOf('file:///music/Bj%C3%B6rk%20-%20J%C3%B3ga.mp3\n', 'set.m3u')).toEqual([
      { ...UNKNOWN_TRACK, artist: 'Björk', title: 'Jóga', filename: 'Björk - Jóga.mp3' },
    ]);
  });

  test('of a file that is not escaped stays as it is', () => {
    expect(tracksOf('file:///music/100% - Pure.mp3\n', 'set.m3u')[0]?.filename).toBe('100% - Pure.mp3');
  });

  test('of a stream without a description is not a track', () => {
    expect(tracksOf('#EXTM3U\nhttps://radio/stream\n')).toEqual([]);
  });
});

describe('a single line', () => {
  test.each([
    ['Four Tet - Baby', 'Four Tet', 'Baby'],
    ['Four Tet – Baby\n', 'Four Tet', 'Baby'],
    ['\n  Four Tet — Baby  \n\n', 'Four Tet', 'Baby'],
    ['A-Trak - Say - Remix', 'A-Trak', 'Say - Remix'],
    ['Nina – Live - Baltimore', 'Nina – Live', 'Baltimore'],
    ['Four Tet - Baby — Remix', 'Four Tet', 'Baby — Remix'],
    ['Untitled', '', 'Untitled'],
  ])('%j is read as artist and title', (text, artist, title) => {
    expect(tracksOf(text)).toEqual([{ ...UNKNOWN_TRACK, artist, title }]);
  });

  test('of 100,000 blanks is read as quickly as one of 100,000 letters', () => {
    const [blanks, letters] = [' '.repeat(100_000), 'x'.repeat(100_000)];
    expect(tracksOf(`Four Tet${blanks}- Baby`)[0]?.title).toBe('Baby');
    expect(tracksOf(`Four Tet${blanks}Baby`)[0]?.artist).toBe('');
    for (const end of ['- Baby', 'Baby']) {
      const [ours, theirs] = [blanks, letters].map((long) =>
        leastTime(() => tracksOf(`Four Tet${long}${end}`)),
      );
      expect(ours).toBeLessThan(100 * (theirs ?? 0));
    }
  });

  test('two lines are not guessed at', () => {
    expect(readContent('Four Tet\nBaby\n', 'now.txt').format).toBe('unknown');
  });

  test('white space alone is an empty file', () => {
    expect(readContent(' \r\n\n', 'now.txt')).toEqual({ format: 'empty', entries: [], state: 'unfinished' });
  });
});
