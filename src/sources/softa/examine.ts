import { posix, win32 } from 'node:path';
import { textOf } from '../../core/errors.ts';
import { type Finding, notWatched, okFinding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import type { UserHome } from '../shared/user-home.ts';
import { latestPlaylist } from './daily-playlist.ts';
import { decodeText } from './decode.ts';
import { readContent } from './formats.ts';
import type { TextFileSettings } from './options.ts';

interface WrittenFile {
  readonly program: string;
  readonly path: string;
}

/**
 * Default files. VirtualDJ moved its folder, so it may use an older one. Wine's programs write into the home
 * folder, too.
 */
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

export const NOT_UTF8 = say('softa.file-not-utf-8-letters-not');
export const CHOOSE_ENCODING = say('softa.set-softa-encoding-encoding-file-windows');

export async function textFileFinding(
  { 'softa.filename': path, 'softa.encoding': encoding }: TextFileSettings,
  disk: Disk,
): Promise<Finding> {
  try {
    const isFolder = (await disk.stat(path))?.kind === 'folder';
    const file = isFolder ? await latestPlaylist(path, disk) : path;
    const bytes = file === undefined ? undefined : await disk.read(file);
    const { text = '', doubtful } = bytes === undefined ? {} : decodeText(bytes, encoding);
    if (readContent(text, file ?? path).format === 'unknown') {
      return {
        area: 'software',
        severity: 'fault',
        finding: say('softa.unknown-format-of', { path: file ?? path }),
        means: say('softa.nothing-your-dj-software-plays-shown'),
        todo: say('softa.name-file-your-dj-software-writes'),
      };
    }
    if (doubtful) {
      return {
        area: 'software',
        severity: 'warning',
        finding: NOT_UTF8,
        means: say('softa.names-shown-wrong-letters'),
        todo: CHOOSE_ENCODING,
      };
    }
    if (bytes !== undefined) {
      return okFinding('software', say('softa.can-read', { path: file ?? path }));
    }
    return {
      area: 'software',
      severity: 'warning',
      finding: isFolder
        ? say('softa.no-playlist-day-such-2026-01', { path })
        : say('softa.no-file-yet-softa-filename', { path }),
      means: say('softa.nothing-shown-until-your-dj-software'),
      todo: say('softa.switch-file-settings-your-dj-software'),
      waits: true,
    };
  } catch (error) {
    return {
      area: 'software',
      severity: 'fault',
      finding: say('softa.cannot-read-softa-filename', { path, reason: textOf(error) }),
      means: say('softa.nothing-your-dj-software-plays-shown'),
      todo: say('softa.give-user-read-access-correct-softa'),
    };
  }
}

export async function suggestFiles(home: UserHome, disk: Disk): Promise<readonly Finding[]> {
  const found = await Promise.all(
    usualFiles(home).map(async ({ program, path }) => {
      const file = await disk.stat(path).catch(() => undefined);
      const finding = say('softa.writes-plays-into', { program, path });
      return file?.kind === 'file'
        ? [notWatched('softa', 'software', finding, { 'softa.filename': path })]
        : [];
    }),
  );
  return found.flat();
}
