/** Whether the text file that DJ software writes is there and can be read. */

import { posix, win32 } from 'node:path';
import { messageOf } from '../../core/errors.ts';
import { type Finding, unused, well } from '../../core/finding.ts';
import type { Disk } from '../../core/tools.ts';
import type { UserHome } from '../user-home.ts';
import { latestPlaylist } from './daily-playlist.ts';
import { decodeText } from './decode.ts';
import type { TextFileSettings } from './options.ts';

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

export const NOT_UTF8 = 'the file is not in UTF-8, and its letters are not Western European';
export const CHOOSE_ENCODING =
  'set --softa.encoding to the encoding of the file: windows-1251, shift_jis, gbk, or another one';

export async function textFileFinding(
  { 'softa.filename': path, 'softa.encoding': encoding }: TextFileSettings,
  disk: Disk,
): Promise<Finding> {
  try {
    const isFolder = (await disk.stat(path))?.kind === 'folder';
    const file = isFolder ? await latestPlaylist(path, disk) : path;
    const bytes = file === undefined ? undefined : await disk.read(file);
    if (bytes !== undefined && decodeText(bytes, encoding).doubtful) {
      return {
        area: 'software',
        severity: 'warning',
        finding: NOT_UTF8,
        means: 'names from it are shown in wrong letters',
        todo: CHOOSE_ENCODING,
      };
    }
    if (bytes !== undefined) {
      return well('software', `${file} can be read`);
    }
    return {
      area: 'software',
      severity: 'warning',
      finding: isFolder
        ? `there is no playlist of a day, such as 2026-01-31.m3u, in ${path} yet (--softa.filename)`
        : `there is no file ${path} yet (--softa.filename)`,
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
