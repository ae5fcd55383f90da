import { describe, expect, it } from 'vitest';
import {
  type FilePath,
  fileName,
  libraryPaths,
  parseTrackPath,
  rowPaths,
  transferPath,
} from './network-path.ts';

const HOLDER = '4be14112-5ead-4848-a07d-b37ca8a7220e';

function fileAt(path: string): FilePath {
  const parsed = parseTrackPath(`net://${HOLDER}/DJ2 (USB 1)/${path}`);
  if (parsed?.kind !== 'file') {
    throw new Error(`${path} is not a file`);
  }
  return parsed;
}

describe('a network path', () => {
  it('names the holder, the medium and the file', () => {
    expect(
      parseTrackPath(`net://${HOLDER}/DJ2 (USB 1)/Engine Library/Music/Moby/Play/Porcelain.mp3`),
    ).toEqual({
      kind: 'file',
      holder: HOLDER,
      medium: 'DJ2 (USB 1)',
      path: 'Engine Library/Music/Moby/Play/Porcelain.mp3',
    });
  });

  it('names a stream that no medium holds', () => {
    expect(parseTrackPath(`net://${HOLDER}/SC6000 (Unknown)/streaming://TIDAL/12345`)).toEqual({
      kind: 'stream',
      holder: HOLDER,
      uri: 'streaming://TIDAL/12345',
    });
  });

  it.each(['', 'net://', 'net://x', 'net://x/y', 'net://x/y/', 'file:///a.mp3', 'Music/a.mp3'])(
    'is not %j',
    (text) => {
      expect(parseTrackPath(text)).toBeUndefined();
    },
  );
});

describe('a file', () => {
  it('has one name for transfers', () => {
    expect(transferPath(fileAt('Engine Library/Music/a.mp3'))).toBe(
      '/DJ2 (USB 1)/Engine Library/Music/a.mp3',
    );
    expect(fileName(fileAt('Contents/Moby/a.mp3'))).toBe('a.mp3');
    expect(fileName(fileAt('a.mp3'))).toBe('a.mp3');
  });

  it('has several names in libraries, the likeliest first', () => {
    expect(rowPaths(fileAt('Engine Library/Music/Moby/a.mp3'))).toEqual([
      'Music/Moby/a.mp3',
      '../Engine Library/Music/Moby/a.mp3',
      'Moby/a.mp3',
    ]);
    expect(rowPaths(fileAt('Contents/Moby/a.mp3'))).toEqual([
      '../Contents/Moby/a.mp3',
      'Contents/Moby/a.mp3',
    ]);
  });

  it('of a library is where Engine 2 keeps it, or Engine 1', () => {
    expect(libraryPaths('NO NAME (SD)')).toEqual([
      '/NO NAME (SD)/Engine Library/Database2/m.db',
      '/NO NAME (SD)/Engine Library/m.db',
    ]);
  });
});
