/** Lets deckcast start with the computer, or stops that. */
import { lstat, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../core/errors.ts';
import type { Disk } from '../../core/tools.ts';
import type { ComputerStart } from '../../wire/setup.ts';
import { type Account, startEntry } from './entries.ts';

export interface Autostart {
  state(): Promise<ComputerStart>;
  /** Takes effect at the next start of the computer; the running deckcast goes on. */
  set(on: boolean): Promise<void>;
}

export function createAutostart(
  account: Account,
  disk: Pick<Disk, 'replace' | 'remove' | 'stat'>,
): Autostart {
  const { file, link, text } = startEntry(account);
  return {
    async state() {
      const there = (await disk.stat(file)) !== undefined;
      return { on: there && (link === undefined || (await isThere(link))), file };
    },
    async set(on) {
      if (!on) {
        await Promise.all([disk.remove(file), link === undefined ? undefined : rm(link, { force: true })]);
        return;
      }
      await disk.replace(file, text);
      if (link !== undefined && !(await isThere(link))) {
        await mkdir(dirname(link), { recursive: true });
        await symlink(file, link);
      }
    },
  };
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
