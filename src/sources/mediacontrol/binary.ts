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
  // All at once: one folder on a disk that does not answer would hold up the next ones.
  const found = await Promise.all(candidates.map((candidate) => disk.stat(candidate).catch(() => undefined)));
  return candidates.find((_, index) => found[index]?.kind === 'file' && found[index].executable);
}
