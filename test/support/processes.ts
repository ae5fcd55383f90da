import { readdir, readlink } from 'node:fs/promises';
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

async function pids(): Promise<string[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
}
