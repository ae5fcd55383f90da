/** A folder for plain copies of encrypted databases: for this user alone, and gone when the source ends. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../is-running.js';

const PREFIX = 'deckcast-rekordbox-';

/** Made empty (mode 0700). Removes what a run that was killed left behind. */
export async function makeCopyFolder(): Promise<string> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of left.filter(isOfTheDead)) {
    await removeCopyFolder(join(tmpdir(), name));
  }
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Never rejects. */
export async function removeCopyFolder(folder: string): Promise<void> {
  // The process that reads it may just be ending; Windows removes no file that is open.
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => undefined);
}

function isOfTheDead(name: string): boolean {
  const id = Number(/^(\d+)-/.exec(name.slice(PREFIX.length))?.[1]);
  return Number.isSafeInteger(id) && id > 0 && !isRunning(id);
}
