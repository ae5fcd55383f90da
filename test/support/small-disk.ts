import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folder.ts';

/** A disk of its own with this many bytes and no more; gone when the running test has ended. */
export async function smallDisk(bytes: number) {
  const folder = await testFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    throw new Error('this test makes a small disk (mount -t tmpfs), which only root may do');
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** Leaves this many bytes free, or fewer. */
    async fill(leave = 0): Promise<void> {
      for (let size = bytes - leave; size > 0; size -= 4_096) {
        try {
          await writeFile(ballast, Buffer.alloc(size));
          return;
        } catch {
          // Not as much is free: a little less.
        }
      }
    },
    /** Frees what `fill` took. */
    free: () => rm(ballast),
    /** Makes it read-only, or writable again. Fails while a file on it is open for writing. */
    protect: (on: boolean): void => {
      execFileSync('mount', ['-o', `remount,${on ? 'ro' : 'rw'}`, folder], { stdio: 'pipe' });
    },
  };
}
