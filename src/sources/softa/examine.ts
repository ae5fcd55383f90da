/** Whether the text file that DJ software writes is there and can be read. */

import { posix, win32 } from 'node:path';
import { messageOf } from '../../core/errors.ts';
import { type Finding, unused, well } from '../../core/finding.ts';
import type { Disk } from '../../core/tools.ts';
import type { UserHome } from '../user-home.ts';

interface WrittenFile {
  readonly program: string;
  readonly path: string;
}

/** What DJ programs write by themselves. VirtualDJ moved its folder, so it may have one from before. Under Wine programs write into the home folder, too. */
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

export async function textFileFinding(path: string, disk: Disk): Promise<Finding> {
  try {
    if ((await disk.read(path)) !== undefined) {
      return well('software', `${path} can be read`);
    }
    return {
      area: 'software',
      severity: 'warning',
      finding: `there is no file ${path} yet (--softa.filename)`,
      means: 'nothing is shown until your DJ software writes it',
      todo: 'switch the file on in the settings of your DJ software, and play a track',
      waits: true,
    };
  } catch (error) {
    return {
      area: 'software',
      severity: 'fault',
      finding: `${path} cannot be read: ${messageOf(error)} (--softa.filename)`,
      means: 'nothing that your DJ software plays is shown',
      todo: 'give this user read access to it, or correct --softa.filename',
    };
  }
}

/** The files that are there already, while the source is not chosen. */
export async function filesThere(home: UserHome, disk: Disk): Promise<readonly Finding[]> {
  const found = await Promise.all(
    usualFiles(home).map(async ({ program, path }) => {
      const file = await disk.stat(path).catch(() => undefined);
      const finding = `${program} writes what it plays into ${path}`;
      return file?.kind === 'file' ? [unused('softa', 'software', finding, { 'softa.filename': path })] : [];
    }),
  );
  return found.flat();
}
