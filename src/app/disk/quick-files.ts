import { dirname } from 'node:path';
import type { Files } from '../../core/option.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import { within } from '../../core/waiting.ts';

/** Milliseconds that resolving the settings waits for a disk: the program has to start. */
const ANSWERS_WITHIN_MS = 1_000;

/** Reads files, and tries a folder that does not answer only once: several options may name files in it. */
export function quickFiles(disk: Disk, clock: Clock): Files {
  const silent = new Set<string>();

  async function quickly<Found>(path: string, operation: () => Promise<Found>): Promise<Found> {
    const folder = dirname(path);
    const noAnswer = Object.assign(new Error(`${folder} does not answer`), { code: 'ETIMEDOUT' });
    if (silent.has(folder)) {
      throw noAnswer;
    }
    const late = (): Error => {
      silent.add(folder);
      return noAnswer;
    };
    return within({ clock, ms: ANSWERS_WITHIN_MS, late }, operation);
  }

  return {
    stat: (path) => quickly(path, () => disk.stat(path)),
    read: (path) => quickly(path, () => disk.read(path)),
  };
}
