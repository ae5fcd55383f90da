/** Where DJ programs write their text files by themselves. Pure. */

import { posix, win32 } from 'node:path';
import type { UserHome } from '../user-home.ts';

interface WrittenFile {
  readonly program: string;
  readonly path: string;
}

/** VirtualDJ moved its folder, so it may have one from before. Under Wine programs write into the home folder, too. */
export function usualFiles({ platform, directory, env }: UserHome): readonly WrittenFile[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const inHome = (...parts: string[]): string => join(directory, ...parts);
  const data =
    platform === 'darwin'
      ? [inHome('Library', 'Application Support')]
      : platform === 'win32'
        ? [env.LOCALAPPDATA ?? inHome('AppData', 'Local')]
        : [];
  return [
    {
      program: 'djay',
      path: inHome('Music', 'djay', 'djay Media Library.djayMediaLibrary', 'NowPlaying.txt'),
    },
    ...[...data, inHome('Documents')].map((folder) => ({
      program: 'VirtualDJ',
      path: join(folder, 'VirtualDJ', 'History', 'tracklist.txt'),
    })),
    { program: 'DJUCED', path: inHome('Documents', 'DJUCED', 'playing.txt') },
  ];
}
