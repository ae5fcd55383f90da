import { readdir, readFile, readlink } from 'node:fs/promises';
import { isRunning } from '../../src/host/is-running.ts';
import { waitFor } from './wait.ts';

/** Resolves when the last process that works in this folder has ended, whether the folder is there or not. */
export async function untilNoneWorksIn(folder: string): Promise<void> {
  await waitFor(`the processes in ${folder} to end`, async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
    return places.some((place) => place.startsWith(folder)) ? undefined : true;
  });
}

/** The numbers of this process's own helpers of this name. */
export async function helpersNamed(name: string): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  const named = await Promise.all(
    children
      .trim()
      .split(' ')
      .map(async (pid) => ({
        pid: Number(pid),
        isOne: (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).startsWith(
          `deckcast ${name}`,
        ),
      })),
  );
  return named.filter(({ isOne }) => isOne).map(({ pid }) => pid);
}

export function untilEnded(pid = 0): Promise<true> {
  return waitFor('the end of the process', () => (isRunning(pid) ? undefined : true));
}
