import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../core/errors.ts';

/**
 * Makes the folder, and those above it that are missing. Node's own recursive `mkdir` never returns where a parent
 * exists but takes no folders (below `/proc`), so each level is tried here, and tried again at most once.
 */
export async function makeFolder(path: string): Promise<void> {
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
    await mkdir(path).catch((again: unknown) => {
      if (codeOf(again) !== 'EEXIST') {
        throw again;
      }
    });
  }
}
