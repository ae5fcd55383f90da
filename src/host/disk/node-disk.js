/** JavaScript, because `file-process.js` also runs unbundled. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { stillRuns } from '../is-running.js';
import { codeOf, orMissing } from './errors.js';
import { writerOf } from './names.js';
import { setAside } from './set-aside.js';
import { append, makeFolder, replace, targetOf, tryOut, writeAt } from './write.js';

/** @type {import('../../core/tools.ts').Disk} */
export const nodeDisk = {
  prepare: (path) => void tidy(path),

  async replace(path, content, options = {}) {
    replace(path, content, options, () => true);
  },

  async append(path, content, options) {
    append(path, content, undefined, options);
  },

  async writeAt(path, at, content, options) {
    writeAt(path, at, content, options);
  },

  rename: (path, to) => rename(path, to),

  remove: (path) => rm(path, { force: true }),

  tryOut: async (path) => freeBytes(tryOut(path)),

  freeBytes,

  async makeFolder(path, options) {
    makeFolder(path, options?.mode);
  },

  setAside,

  read: (path, most, from = 0) =>
    orMissing(
      most === undefined
        ? readFile(path)
        : buffer(createReadStream(path, { start: from, end: from + most - 1 })),
    ),

  async stat(path) {
    const about = await orMissing(stat(path));
    return about && infoOf(about);
  },

  list: (folder) => readdir(folder),

  realpath: (path) => realpath(path),
};

/** @param {string} folder */
async function freeBytes(folder) {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize;
}

/**
 * @param {import('node:fs').Stats} about
 * @returns {import('../../core/tools.ts').FileInfo}
 */
function infoOf(about) {
  const { dev, ino, size, mtimeMs, ctimeMs } = about;
  const kind = about.isFile() ? 'file' : about.isDirectory() ? 'folder' : 'other';
  const executable = process.platform === 'win32' || (about.mode & 0o111) !== 0;
  const id = `${dev} ${ino}`;
  return { kind, size, executable, modifiedMs: mtimeMs, id, mark: [id, size, mtimeMs, ctimeMs].join(' ') };
}

/**
 * Removes partial files of killed processes, which may contain names that are hidden now. Resolves to whether
 * none is left; one whose writer still waits for the disk stays. Never rejects.
 * @param {string} path
 */
export async function tidy(path) {
  try {
    const { target } = targetOf(path);
    let isTidy = true;
    for (const name of await readdir(dirname(target))) {
      const writer = writerOf(name, basename(target));
      if (writer !== undefined && writer !== process.pid) {
        const part = join(dirname(target), name);
        const about = await orMissing(stat(part));
        if (about !== undefined && stillRuns(writer, about.mtimeMs, Date.now())) {
          isTidy = false;
        } else {
          await rm(part, { force: true });
        }
      }
    }
    return isTidy;
  } catch (error) {
    // A missing folder holds none.
    return codeOf(error) === 'ENOENT';
  }
}
