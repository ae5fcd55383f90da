/** Lets deckcast start with the computer, or stops that. */
import { lstat, open, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../core/errors.ts';
import type { Disk } from '../../core/tools.ts';
import type { ComputerStart } from '../../web/wire/setup.ts';
import { type Account, startEntry } from './entries.ts';

export interface Autostart {
  state(): Promise<ComputerStart>;
  /**
   * Takes effect at the next start of the computer; the running deckcast goes on. Whatever interrupts it, what starts
   * deckcast then is whole, or not there.
   */
  set(on: boolean): Promise<void>;
}

export function createAutostart(
  account: Account,
  disk: Pick<Disk, 'makeFolder' | 'replace' | 'remove' | 'stat'>,
): Autostart {
  const { file, link, text } = startEntry(account);
  return {
    async state() {
      const there = (await disk.stat(file)) !== undefined;
      return { on: there && (link === undefined || (await isThere(link))), file };
    },
    async set(on) {
      // The link leads to the file, so it comes after it and goes before it.
      if (!on) {
        if (link !== undefined && (await isThere(link))) {
          await rm(link);
          await flushNames(dirname(link));
        }
        await disk.remove(file);
        return;
      }
      await disk.replace(file, text, { durable: true });
      if (link !== undefined && !(await isThere(link))) {
        await disk.makeFolder(dirname(link));
        await symlink(file, link);
        await flushNames(dirname(link));
      }
    },
  };
}

/** The names in a folder down to the medium. */
async function flushNames(folder: string): Promise<void> {
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}

/** Whether a link is there, wherever it leads. */
async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') {
        return false;
      }
      throw error;
    },
  );
}
