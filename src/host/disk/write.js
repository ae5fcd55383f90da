/**
 * Synchronous, because in Node's thread pool each step would cost as much as the whole write. Callers that
 * must not block use `file-process.js`.
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
 * @param {() => boolean} isWanted called before the content replaces the file
 */
export function replace(path, content, options, isWanted) {
  const { target, about } = targetOf(path);
  if (about !== undefined && !about.isFile() && !about.isDirectory()) {
    // Pipes and devices cannot be replaced, and have no partial file.
    writeFileSync(target, content);
    return;
  }
  // A rename is atomic only within one file system.
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
 * Windows cannot open folders.
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
 * Some file systems and pipes cannot flush.
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
 * @param {number} [from] size before an earlier attempt with unknown outcome; content already there is not
 * added again
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
        throw Object.assign(new Error('ENOSPC: half a line written'), { code: 'ENOSPC' });
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
 * @param {number} from bytes before the append
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
 * Creates a folder and its parents. Node's recursive `mkdir` never returns below one that takes no folders
 * (`/proc`), so each level is tried here, at most twice.
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
  // Durable itself.
  syncFolder(dirname(path));
}

/** Does not fit into a directory entry, so it needs space. */
const TRIED_BYTES = 8_192;

/**
 * Writes and removes a small file beside `path`, or in it if it is a folder; the nearest existing folder
 * replaces a missing one. An existing file is opened for writing and stays unchanged. Returns the folder.
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
  // Pipes and devices need no space.
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
 * Where a write to this path goes: to a symbolic link's target, existing or not.
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
 * Undefined if missing or unreadable; the write then fails and says why.
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
 * End of a chain of links; if missing, the first link's target.
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
 * Creates a missing folder and retries.
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
 * The caller reports the failed write.
 * @param {string} path
 */
function removeQuietly(path) {
  try {
    rmSync(path, { force: true });
  } catch {}
}
