import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { isRunning } from '../../src/host/is-running.js';
import { waitFor } from './wait.ts';

/** Resolves when no process has this folder as its working directory. The folder may be gone. */
export async function untilNoneWorksIn(folder: string): Promise<void> {
  await waitFor(`the processes in ${folder} to end`, async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
    return places.some((place) => place.startsWith(folder)) ? undefined : true;
  });
}

/** Ids of this process's children. */
export function childrenOf(pid = process.pid): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Ids of this process's helpers of this name. */
export async function helpersNamed(name: string): Promise<number[]> {
  const named = await Promise.all(
    childrenOf().map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return line.startsWith(`deckcast ${name}`) ? [pid] : [];
    }),
  );
  return named.flat();
}

export function untilEnded(pid = 0): Promise<true> {
  return waitFor('the end of the process', () => (isRunning(pid) ? undefined : true));
}
