import { open, rename, rm, stat } from 'node:fs/promises';
import { codeOf, orMissing } from './errors.js';
import { dated } from './names.js';

/**
 * See `Disk.setAside`.
 * @param {readonly string[]} paths
 * @returns {Promise<string | undefined>}
 */
export async function setAside(paths) {
  const times = await Promise.all(paths.map(async (path) => (await orMissing(stat(path)))?.mtime));
  const existing = paths.filter((_, index) => times[index] !== undefined);
  const first = times.find((time) => time !== undefined);
  if (first === undefined) {
    return undefined;
  }
  const date = dateOf(first);
  for (let attempt = 1; ; attempt += 1) {
    const targets = existing.map((path) => dated(path, attempt === 1 ? date : `${date}-${attempt}`));
    if (await reserveNames(targets)) {
      for (const [index, path] of existing.entries()) {
        await rename(path, targets[index] ?? '');
      }
      return targets[0];
    }
  }
}

/**
 * Local time without characters that a shell or Windows treats specially.
 * @param {Date} time
 */
function dateOf(time) {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', '-').replace(':', '');
}

/**
 * Creates empty files to take their names. Resolves to false if one exists.
 * @param {readonly string[]} paths
 */
async function reserveNames(paths) {
  /** @type {string[]} */
  const reserved = [];
  try {
    for (const path of paths) {
      await (await open(path, 'wx')).close();
      reserved.push(path);
    }
    return true;
  } catch (error) {
    await Promise.all(reserved.map((path) => rm(path)));
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
