import { readdir, readlink } from 'node:fs/promises';
import { waitFor } from './wait.ts';

/** Resolves when no process works in this folder any more, whether the folder is there or not. */
export async function untilNoneWorksIn(folder: string): Promise<void> {
  await waitFor(`the processes in ${folder} to end`, async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
    return places.some((place) => place.startsWith(folder)) ? undefined : true;
  });
}
