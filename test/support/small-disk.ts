import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folder.ts';

/** A disk with this many bytes, unmounted after the running test. */
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
    /** Fills the disk until at most this many bytes are free. */
    async fill(leave = 0): Promise<void> {
      for (let size = bytes - leave; size > 0; size -= 4_096) {
        try {
          await writeFile(ballast, Buffer.alloc(size));
          return;
        } catch {
          // Too much: try a little less.
        }
      }
    },
    /** Frees the space that `fill` took. */
    free: () => rm(ballast),
    /** Makes it read-only or writable. Fails while a file on it is open for writing. */
    protect: (on: boolean): void => {
      execFileSync('mount', ['-o', `remount,${on ? 'ro' : 'rw'}`, folder], { stdio: 'pipe' });
    },
  };
}
