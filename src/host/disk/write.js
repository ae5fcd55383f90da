/**
 * Synchronous writes: through Node's thread pool, each step would cost as much as the whole write. Callers that must
 * not block use `file-process.js`.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from './errors.js';
import { partOf } from './names.js';

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 * @param {import('../../core/tools.ts').ReplaceOptions} options
 * @param {() => boolean} isWanted Called after the content is written and before it replaces the file.
 */
export function replace(path, content, options, isWanted) {
  const { target, about } = targetOf(path);
  if (about !== undefined && !about.isFile() && !about.isDirectory()) {
    // A pipe or a device cannot be replaced, and its readers see no partial file.
    writeFileSync(target, content);
    return;
  }
  // Neighboring file, because a rename is atomic only within one file system.
  const beside = partOf(target);
  try {
    inFolder(target, () => writeNew(beside, content, options));
    if (!isWanted()) {
      throw new Error('this write is out of date');
    }
    renameSync(beside, target);
    if (options.durable) {
      syncFolder(dirname(target));
    }
  } catch (error) {
    removeQuietly(beside);
    throw error;
  }
}

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 * @param {import('../../core/tools.ts').ReplaceOptions} options
 */
function writeNew(path, content, { mode = 0o666, rightsOf, durable }) {
  const like = rightsOf === undefined ? undefined : statSync(rightsOf, { throwIfNoEntry: false });
  if (like === undefined && !durable) {
    writeFileSync(path, content, { mode });
    return;
  }
  const file = openSync(path, 'w', like === undefined ? mode : 0o600);
  try {
    if (like !== undefined) {
      fchmodSync(file, like.mode & 0o777);
    }
    writeFileSync(file, content);
    if (durable) {
      syncFile(file);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Flushes the folder's entries to the medium. Windows cannot open folders.
 * @param {string} folder
 */
function syncFolder(folder) {
  if (process.platform === 'win32') {
    return;
  }
  const opened = openSync(folder, 'r');
  try {
    syncFile(opened);
  } finally {
    closeSync(opened);
  }
}

/** @param {number} file */
function syncFile(file) {
  try {
    fsyncSync(file);
  } catch (error) {
    unlessUnsupported(error);
  }
}

/**
 * Throws a flush error unless the file system or pipe doesn't support flushing.
 * @param {unknown} error
 */
function unlessUnsupported(error) {
  if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(codeOf(error)))) {
    throw error;
  }
}

/**
 * Adds all or nothing: a full disk must not leave half a line.
 * @param {string} path
 * @param {string} content
 * @param {number} [from] File length in bytes before an earlier attempt whose outcome is unknown; content that is
 * already there is not added again.
 * @param {import('../../core/tools.ts').Durability} [options]
 */
export function append(path, content, from, { durable } = {}) {
  const bytes = Buffer.from(content);
  inFolder(path, () => {
    const file = openSync(path, 'a');
    try {
      const { size } = fstatSync(file);
      const isThere = from !== undefined && size > from && holds(path, bytes, from);
      if (!isThere && writeSync(file, bytes) < bytes.length) {
        ftruncateSync(file, size);
        throw new Error('the disk is full');
      }
      if (durable) {
        syncAppended(file, from ?? size);
        if ((from ?? size) === 0) {
          syncFolder(dirname(path));
        }
      }
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Truncates after a failed flush: a retry would succeed although the OS has dropped the data.
 * @param {number} file
 * @param {number} from Length before the append, in bytes.
 */
function syncAppended(file, from) {
  try {
    syncFile(file);
  } catch (error) {
    ftruncateSync(file, from);
    throw error;
  }
}

/**
 * @param {string} path
 * @param {number} at
 * @param {Uint8Array} content
 * @param {import('../../core/tools.ts').WriteAtOptions} [options]
 */
export function writeAt(path, at, content, { mode, flush } = {}) {
  inFolder(path, () => {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, mode);
    try {
      for (let written = 0; written < content.length; ) {
        written += writeSync(file, content, written, content.length - written, at + written);
      }
      if (flush) {
        fdatasyncSync(file);
      }
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Creates the folder and its missing parents. Node's recursive `mkdir` never returns below a parent that takes no
 * folders (`/proc`), so each level is tried here, at most twice.
 * @param {string} path
 * @param {number} [mode]
 */
export function makeFolder(path, mode) {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') {
      return;
    }
    if (code !== 'ENOENT' || dirname(path) === path) {
      throw error;
    }
    makeFolder(dirname(path), mode);
    try {
      mkdirSync(path, { mode });
    } catch (again) {
      if (codeOf(again) !== 'EEXIST') {
        throw again;
      }
    }
  }
  // Makes the new folder itself durable.
  syncFolder(dirname(path));
}

/** More than a file system can store inside a directory entry without using space. */
const TRIED_BYTES = 8_192;

/**
 * Writes and removes a small file beside `path`, or in it if it is a folder; missing folders are replaced by the
 * nearest existing one. An existing file is opened for writing and left unchanged. Returns the folder.
 * @param {string} path
 */
export function tryOut(path) {
  const { target, about } = targetOf(path);
  if (about?.isFile()) {
    closeSync(openSync(target, 'r+'));
  }
  let folder = about?.isDirectory() ? target : dirname(resolve(target));
  while (lstatOf(folder) === undefined && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  // A pipe or a device needs no space beside it.
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
 * Resolves where a write to this path goes. A symbolic link stays: its target is written, existing or not.
 * @param {string} path
 * @returns {{ readonly target: string, readonly about: import('node:fs').Stats | undefined }}
 */
export function targetOf(path) {
  const about = lstatOf(path);
  if (about?.isSymbolicLink() !== true) {
    return { target: path, about };
  }
  return targetOf(linkTarget(path));
}

/**
 * Returns undefined if the path is missing or unreadable; the write then fails with an error that says why.
 * @param {string} path
 */
function lstatOf(path) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Follows a chain of links to its end; if the end doesn't exist, returns the first link's target.
 * @param {string} link
 */
function linkTarget(link) {
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
 * Writes; if the folder is missing, creates it and retries.
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
 * Returns whether the file has this content at this offset.
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
 * Ignores errors, because the caller reports the failed write.
 * @param {string} path
 */
function removeQuietly(path) {
  try {
    rmSync(path, { force: true });
  } catch {}
}
