import { readdir, readFile, readlink } from 'node:fs/promises';
import { isRunning } from '../../src/host/is-running.ts';
import { waitFor } from './wait.ts';

/** Resolves when the last process that works in this folder has ended, whether the folder is there or not. */
export async function untilNoneWorksIn(folder: string): Promise<void> {
  await waitFor(`the processes in ${folder} to end`, async () => {
    const places = await Promise.all(
      (await pids()).map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')),
    );
    return places.some((place) => place.startsWith(folder)) ? undefined : true;
  });
}

/** The number of the process, another than this one, that has opened this file. */
export function readerOf(path: string): Promise<number> {
  return waitFor(`a process that has opened ${path}`, async () => {
    for (const pid of (await pids()).filter((name) => name !== String(process.pid))) {
      const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
      const opened = await Promise.all(
        files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')),
      );
      if (opened.includes(path)) {
        return Number(pid);
      }
    }
    return undefined;
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

async function pids(): Promise<string[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
}
