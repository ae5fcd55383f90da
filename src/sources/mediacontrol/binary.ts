import { delimiter, isAbsolute, join } from 'node:path';
import type { Disk } from '../../core/tools.ts';

export const BINARY_NAME = 'media-control';

/** Apple silicon, then Intel. */
const HOMEBREW = ['/opt/homebrew/bin', '/usr/local/bin'];

/** Seeks a bare name in Homebrew's folders, then on `searchPath` (PATH). */
export async function findBinary(
  wanted: string,
  searchPath: string,
  disk: Disk,
): Promise<string | undefined> {
  const bare = !isAbsolute(wanted) && !/[/\\]/.test(wanted);
  const folders = [...HOMEBREW, ...searchPath.split(delimiter).filter((folder) => folder !== '')];
  const candidates = bare ? folders.map((folder) => join(folder, wanted)) : [wanted];
  // Searches all at once, and waits in order: an unresponsive disk delays only the folders after it.
  const files = candidates.map((candidate) => disk.stat(candidate).catch(() => undefined));
  for (const [index, file] of files.entries()) {
    const info = await file;
    if (info?.kind === 'file' && info.executable) {
      return candidates[index];
    }
  }
  return undefined;
}
