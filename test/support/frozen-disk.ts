/** A disk that stops answering, like a share whose server is gone. Needs root, loop devices, and `mkfs.ext4`. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folder.ts';
import { tool } from './judge.ts';

/** Thaws and unmounts when the test's process has ended in any way. Blocked processes could not be woken otherwise. */
const GUARD = `
while kill -0 "$1" 2>/dev/null; do sleep 0.5; done
fsfreeze --unfreeze "$2" 2>/dev/null
umount --lazy "$2" 2>/dev/null`;

/** Answers until it is frozen. Removed after the running test. */
export async function frozenDisk() {
  const above = await testFolder();
  const folder = join(above, 'disk');
  const image = join(above, 'image');
  await mkdir(folder);
  await writeFile(image, '');
  await truncate(image, 4 * 1024 * 1024);
  const run = (command: string, ...args: string[]): void => {
    execFileSync(command, args, { stdio: 'pipe' });
  };
  run(tool('mkfs.ext4'), '-q', '-F', '-O', '^has_journal', image);
  try {
    run('mount', '-o', 'loop', image, folder);
  } catch {
    throw new Error('this test makes a disk that hangs (mount -o loop), which only root may do');
  }
  const guard = spawn('sh', ['-c', GUARD, 'guard', String(process.pid), folder], {
    detached: true,
    stdio: 'ignore',
  });
  guard.unref();
  let isFrozen = false;
  const thaw = (): void => {
    if (isFrozen) {
      isFrozen = false;
      run('fsfreeze', '--unfreeze', folder);
    }
  };
  onTestFinished(() => {
    thaw();
    run('umount', '--lazy', folder);
    guard.kill();
  });
  return {
    folder,
    /** Writers block from now on and can't even be killed, until `thaw`. */
    freeze() {
      run('fsfreeze', '--freeze', folder);
      isFrozen = true;
    },
    thaw,
  };
}
