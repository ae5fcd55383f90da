import { open, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { codeOf } from '../core/errors.ts';
import { rfc3339 } from '../core/units.ts';

/** See `Disk.setAside`. */
export async function setAside(paths: readonly string[]): Promise<string | undefined> {
  const times = await Promise.all(paths.map(changedAt));
  const existing = paths.filter((_, index) => times[index] !== undefined);
  const first = times.find((time) => time !== undefined);
  if (first === undefined) {
    return undefined;
  }
  // As people name files: no signs that a shell or Windows takes for something else.
  const date = rfc3339(first).slice(0, 16).replace('T', '-').replace(':', '');
  for (let attempt = 1; ; attempt += 1) {
    const targets = existing.map((path) => dated(path, attempt === 1 ? date : `${date}-${attempt}`));
    if (await takeNames(targets)) {
      for (const [index, path] of existing.entries()) {
        await rename(path, targets[index] ?? '');
      }
      return targets[0];
    }
  }
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** `set.cue` and a date as `set-2026-01-31-2215.cue`. */
function dated(path: string, date: string): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${date}${extension}`;
}

/** Makes the files, empty, so that nobody else has these names. False: one of them is somebody's. */
async function takeNames(paths: readonly string[]): Promise<boolean> {
  const taken: string[] = [];
  try {
    for (const path of paths) {
      await (await open(path, 'wx')).close();
      taken.push(path);
    }
    return true;
  } catch (error) {
    await Promise.all(taken.map((path) => rm(path)));
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
