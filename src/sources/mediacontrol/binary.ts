import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The default name of the program. */
export const BINARY_NAME = 'media-control';

/** Where Homebrew installs it: Apple silicon, then Intel. */
const HOMEBREW = ['/opt/homebrew/bin', '/usr/local/bin'];

/** Searches for a bare name where Homebrew installs, then on `searchPath` (PATH); undefined when it is not found. */
export async function findBinary(wanted: string, searchPath: string): Promise<string | undefined> {
  const bare = !isAbsolute(wanted) && !/[/\\]/.test(wanted);
  const folders = [...HOMEBREW, ...searchPath.split(delimiter).filter((folder) => folder !== '')];
  const candidates = bare ? folders.map((folder) => join(folder, wanted)) : [wanted];
  for (const candidate of candidates) {
    const executable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) {
      return candidate;
    }
  }
  return undefined;
}
