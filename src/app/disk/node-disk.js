/**
 * The disk itself. JavaScript, because Node runs it as it stands here, too: in the process that works on the disk for
 * the program (`file-process.js`).
 */
import {
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, orMissing } from './ask.js';
import { setAside } from './set-aside.js';

/**
 * How an earlier attempt to append the same content went, and how this one goes: whoever gives an attempt up does not
 * know whether its line is in the file.
 * @typedef {object} Attempt
 * @property {number} [earlierFrom] Where the file ended when the earlier attempt began, in bytes.
 * @property {(end: number) => void} [begins] Told where the file ends now, before anything is written.
 */

/** @satisfies {import('../../core/tools.ts').Disk} */
export const nodeDisk = {
  /** @param {string} path */
  prepare: (path) => void tidy(path),

  /**
   * @param {string} path
   * @param {string | Uint8Array} content
   * @param {{ readonly mode?: number | undefined }} [options]
   */
  async replace(path, content, options) {
    const { target, about } = await targetOf(path);
    if (about !== undefined && !about.isFile() && !about.isDirectory()) {
      // A pipe or a device: there is nothing that a reader could find half written, and it must stay what it is.
      await writeFile(target, content);
      return;
    }
    // Beside the file, because a rename is only atomic within one file system; named after the process, so that two
    // programs that write the same file never share a half-written one, and `tidy` knows whose it is.
    const beside = `${target}.${process.pid}.part`;
    try {
      await inFolder(target, () => writeFile(beside, content, { mode: options?.mode ?? 0o666 }));
      await rename(beside, target);
    } catch (error) {
      // Where nothing can be written, nothing can be removed; the first failure tells why.
      await rm(beside, { force: true }).catch(() => undefined);
      throw error;
    }
  },

  /**
   * @param {string} path
   * @param {string} content
   * @param {Attempt} [attempt]
   */
  append: (path, content, attempt) => inFolder(path, () => appendWhole(path, Buffer.from(content), attempt)),

  makeFolder,

  setAside,

  /** @param {string} path */
  read: (path) => orMissing(readFile(path)),

  /** @param {string} path */
  async stat(path) {
    const about = await orMissing(stat(path));
    return about && infoOf(about);
  },

  /**
   * @param {string} folder
   * @param {{ readonly recursive?: boolean }} [options]
   */
  list: (folder, options) => readdir(folder, { recursive: options?.recursive ?? false }),

  /** @param {string} path */
  realpath: (path) => realpath(path),
};

/**
 * @param {import('node:fs').Stats} about
 * @returns {import('../../core/tools.ts').FileInfo}
 */
function infoOf(about) {
  const { dev, ino, size, mtimeMs, ctimeMs } = about;
  const kind = about.isFile() ? 'file' : about.isDirectory() ? 'folder' : 'other';
  const id = `${dev} ${ino}`;
  return { kind, size, modifiedMs: mtimeMs, id, mark: [id, size, mtimeMs, ctimeMs].join(' ') };
}

/**
 * Removes what killed runs left beside the file. Never rejects: what cannot be removed stays.
 * @param {string} path
 */
export async function tidy(path) {
  try {
    const { target } = await targetOf(path);
    const names = await readdir(dirname(target));
    for (const name of names) {
      const writer = writerOf(name, basename(target));
      if (writer !== undefined && !(await isRunning(writer))) {
        await rm(join(dirname(target), name), { force: true });
      }
    }
  } catch {
    // See above.
  }
}

/**
 * Where a write to this path goes, and what is there. A symbolic link stays: what it points to is written, there
 * already or not.
 * @param {string} path
 * @returns {Promise<{ readonly target: string, readonly about: import('node:fs').Stats | undefined }>}
 */
async function targetOf(path) {
  // Where nothing can be seen, nothing can be written either, and the write says why.
  const about = await lstat(path).catch(() => undefined);
  if (about?.isSymbolicLink() !== true) {
    return { target: path, about };
  }
  const there = await orMissing(realpath(path));
  return targetOf(there ?? resolve(await realpath(dirname(path)), await readlink(path)));
}

/**
 * Does it, and when that fails because the folder is not there, makes the folder and does it again.
 * @param {string} path
 * @param {() => Promise<void>} write
 */
async function inFolder(path, write) {
  try {
    await write();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
    await makeFolder(dirname(path));
    await write();
  }
}

/**
 * Adds all of it or nothing: a disk that fills up in the middle must not leave half a line behind.
 * @param {string} path
 * @param {Buffer} content
 * @param {Attempt} [attempt]
 */
async function appendWhole(path, content, attempt) {
  const file = await open(path, 'a');
  try {
    const { size } = await file.stat();
    if (attempt?.earlierFrom !== undefined && (await holds(path, content, attempt.earlierFrom))) {
      return;
    }
    attempt?.begins?.(size);
    const { bytesWritten } = await file.write(content);
    if (bytesWritten < content.length) {
      await file.truncate(size);
      throw new Error('the disk is full');
    }
  } finally {
    await file.close();
  }
}

/**
 * Does the file hold this content at this place?
 * @param {string} path
 * @param {Buffer} content
 * @param {number} from
 */
async function holds(path, content, from) {
  const file = await open(path, 'r');
  try {
    const found = Buffer.alloc(content.length);
    await file.read(found, 0, found.length, from);
    return found.equals(content);
  } finally {
    await file.close();
  }
}

/**
 * Makes the folder, and those above it that are missing. Node's own recursive `mkdir` never returns where a parent
 * exists but takes no folders (below `/proc`), so each level is tried here, and tried again at most once.
 * @param {string} path
 * @returns {Promise<void>}
 */
export async function makeFolder(path) {
  try {
    await mkdir(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') {
      return;
    }
    if (code !== 'ENOENT' || dirname(path) === path) {
      throw error;
    }
    await makeFolder(dirname(path));
    await mkdir(path).catch((again) => {
      if (codeOf(again) !== 'EEXIST') {
        throw again;
      }
    });
  }
}

/**
 * Which process made this, to replace the file of this name? Undefined: none of ours did.
 * @param {string} candidate
 * @param {string} name
 */
function writerOf(candidate, name) {
  const pid = candidate.startsWith(`${name}.`)
    ? /^(\d+)\.part$/.exec(candidate.slice(name.length + 1))?.[1]
    : undefined;
  return pid === undefined ? undefined : Number(pid);
}

/** @param {number} pid */
async function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
  // In a container without an init, what was killed keeps its number as a zombie.
  const about = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return !/\) Z /.test(about);
}

/** What a process can be asked to do, by name. */
export const operations = { ...nodeDisk, tidy };
