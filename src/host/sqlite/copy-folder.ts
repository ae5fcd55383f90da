/** Private folder for decrypted copies; removed when the source ends. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../is-running.js';

const PREFIX = 'deckcast-rekordbox-';

/** Mode 0700. Removes leftovers of killed runs. */
export async function makeCopyFolder(): Promise<string> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of left.filter(isOfTheDead)) {
    await removeCopyFolder(join(tmpdir(), name));
  }
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Never rejects. */
export async function removeCopyFolder(folder: string): Promise<void> {
  // The reading process may still be exiting, and Windows cannot remove open files.
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => undefined);
}

function isOfTheDead(name: string): boolean {
  const id = Number(/^(\d+)-/.exec(name.slice(PREFIX.length))?.[1]);
  return Number.isSafeInteger(id) && id > 0 && !isRunning(id);
}
