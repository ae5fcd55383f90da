/**
 * Writing. Each write goes in one piece, without Node's threads, where every step would cost as much as all of them do
 * here: callers that must not wait for the disk use another process (`file-process.js`).
 */
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from './ask.js';

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 * @param {{ readonly mode?: number | undefined }} options
 * @param {() => boolean} isWanted Asked after the content is written and before it takes the file's place.
 */
export function replace(path, content, options, isWanted) {
  const { target, about } = targetOf(path);
  if (about !== undefined && !about.isFile() && !about.isDirectory()) {
    // A pipe or a device: there is nothing that a reader could find half written, and it must stay what it is.
    writeFileSync(target, content);
    return;
  }
  // Beside the file, because a rename is only atomic within one file system; named after the process, so that two
  // programs that write the same file never share a half-written one, and `tidy` knows whose it is.
  const beside = `${target}.${process.pid}.part`;
  try {
    inFolder(target, () => writeFileSync(beside, content, { mode: options.mode ?? 0o666 }));
    if (!isWanted()) {
      throw new Error('nobody waits for this write any more');
    }
    renameSync(beside, target);
  } catch (error) {
    removeQuietly(beside);
    throw error;
  }
}

/**
 * Adds all of it or nothing: a disk that fills up in the middle must not leave half a line behind.
 * @param {string} path
 * @param {string} content
 * @param {number} [from] Where the file ended, in bytes, before an attempt to append this of which nobody knows how it
 *   ended: what is there already is not added again.
 */
export function append(path, content, from) {
  const bytes = Buffer.from(content);
  inFolder(path, () => {
    const file = openSync(path, 'a');
    try {
      const { size } = fstatSync(file);
      if (from !== undefined && size > from && holds(path, bytes, from)) {
        return;
      }
      const written = writeSync(file, bytes);
      if (written < bytes.length) {
        ftruncateSync(file, size);
        throw new Error('the disk is full');
      }
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Makes the folder, and those above it that are missing. Node's own recursive `mkdir` never returns where a parent
 * exists but takes no folders (below `/proc`), so each level is tried here, and tried again at most once.
 * @param {string} path
 */
export function makeFolder(path) {
  try {
    mkdirSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') {
      return;
    }
    if (code !== 'ENOENT' || dirname(path) === path) {
      throw error;
    }
    makeFolder(dirname(path));
    try {
      mkdirSync(path);
    } catch (again) {
      if (codeOf(again) !== 'EEXIST') {
        throw again;
      }
    }
  }
}

/** More than what a disk may keep in the entry of a file itself. */
const TRIED_BYTES = 8_192;

/**
 * Writes a small file beside this one, or in this folder, and removes it; in the nearest folder that is there. A file
 * that is there already is opened for writing, too, and stays as it is. Returns the folder.
 * @param {string} path
 */
export function tryOut(path) {
  const { target, about } = targetOf(path);
  if (about?.isFile()) {
    closeSync(openSync(target, 'r+'));
  }
  let folder = about?.isDirectory() ? target : dirname(resolve(target));
  while (seen(folder) === undefined && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  // A pipe or a device needs no room beside it.
  if (about === undefined || about.isFile() || about.isDirectory()) {
    const beside = join(folder, `.deckcast-${process.pid}.part`);
    try {
      writeFileSync(beside, Buffer.alloc(TRIED_BYTES));
    } finally {
      removeQuietly(beside);
    }
  }
  return folder;
}

/**
 * Where a write to this path goes, and what is there. A symbolic link stays: what it points to is written, there
 * already or not.
 * @param {string} path
 * @returns {{ readonly target: string, readonly about: import('node:fs').Stats | undefined }}
 */
export function targetOf(path) {
  const about = seen(path);
  if (about?.isSymbolicLink() !== true) {
    return { target: path, about };
  }
  return targetOf(endOf(path));
}

/**
 * Where nothing can be seen, nothing can be written either, and the write says why.
 * @param {string} path
 */
function seen(path) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * What the link points to in the end; one step of it where that is not there yet.
 * @param {string} link
 */
function endOf(link) {
  try {
    return realpathSync.native(link);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
    return resolve(realpathSync.native(dirname(link)), readlinkSync(link));
  }
}

/**
 * Does it, and when that fails because the folder is not there, makes the folder and does it again.
 * @param {string} path
 * @param {() => void} write
 */
function inFolder(path, write) {
  try {
    write();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
    makeFolder(dirname(path));
    write();
  }
}

/**
 * Does the file hold this content at this place?
 * @param {string} path
 * @param {Buffer} content
 * @param {number} from
 */
function holds(path, content, from) {
  const file = openSync(path, 'r');
  try {
    const found = Buffer.alloc(content.length);
    readSync(file, found, 0, found.length, from);
    return found.equals(content);
  } finally {
    closeSync(file);
  }
}

/**
 * Where nothing can be written, nothing can be removed; the first failure tells why.
 * @param {string} path
 */
function removeQuietly(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    // See above.
  }
}
