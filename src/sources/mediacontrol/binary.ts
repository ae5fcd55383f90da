import { delimiter, isAbsolute, join } from 'node:path';
import type { Disk } from '../../core/tools.ts';

/** The default name of the program. */
export const BINARY_NAME = 'media-control';

/** Where Homebrew installs it: Apple silicon, then Intel. */
const HOMEBREW = ['/opt/homebrew/bin', '/usr/local/bin'];

/** Searches for a bare name where Homebrew installs, then on `searchPath` (PATH); undefined when it is not found. */
export async function findBinary(
  wanted: string,
  searchPath: string,
  disk: Disk,
): Promise<string | undefined> {
  const bare = !isAbsolute(wanted) && !/[/\\]/.test(wanted);
  const folders = [...HOMEBREW, ...searchPath.split(delimiter).filter((folder) => folder !== '')];
  const candidates = bare ? folders.map((folder) => join(folder, wanted)) : [wanted];
  // All at once, and no longer than the first one needs: a folder on a disk that does not answer holds up only what
  // comes after it.
  const files = candidates.map((candidate) => disk.stat(candidate).catch(() => undefined));
  for (const [index, file] of files.entries()) {
    const info = await file;
    if (info?.kind === 'file' && info.executable) {
      return candidates[index];
    }
  }
  return undefined;
}
