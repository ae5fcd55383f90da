import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../core/errors.ts';
import type { Disk } from '../core/tools.ts';
import { makeFolder } from './folder.ts';
import { setAside } from './set-aside.ts';

/** Does it, and when that fails because the folder is not there, makes the folder and does it again. */
async function inFolder(path: string, write: () => Promise<void>): Promise<void> {
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

/** Adds all of it or nothing: a disk that fills up in the middle must not leave half a line behind. */
async function appendWhole(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'a');
  try {
    const { size } = await file.stat();
    const { bytesWritten } = await file.write(content);
    if (bytesWritten < content.length) {
      await file.truncate(size);
      throw new Error('the disk is full');
    }
  } finally {
    await file.close();
  }
}

/** The real disk. */
export const nodeDisk: Disk = {
  async replace(path, content, options) {
    // Beside the file, because a rename is only atomic within one file system; named after the process, so that
    // two programs that write the same file never share a half-written one.
    const beside = `${path}.${process.pid}.part`;
    try {
      await inFolder(path, () => writeFile(beside, content, { mode: options?.mode ?? 0o666 }));
      await rename(beside, path);
    } catch (error) {
      // Where nothing can be written, nothing can be removed; the first failure tells why.
      await rm(beside, { force: true }).catch(() => undefined);
      throw error;
    }
  },

  makeFolder,

  setAside,

  append: (path, content) => inFolder(path, () => appendWhole(path, Buffer.from(content))),

  async read(path) {
    try {
      return await readFile(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
  },
};
