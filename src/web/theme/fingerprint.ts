import { join } from 'node:path';
import { codeOf } from '../../core/errors.ts';
import type { Disk } from '../../core/tools.ts';

/** Deeper than any theme, and shallow enough for links that lead back. */
const DEPTH = 8;
/** More files than any theme has; a home folder given by mistake has more. */
const MOST_FILES = 2_000;
/** Folders for building a theme, not part of it. */
const NOT_SERVED = new Set(['node_modules', '.git']);

export interface Fingerprint {
  /** Changes whenever any file or folder is changed, added, removed or renamed. */
  readonly text: string;
  /** When any of it was changed last, by the disk's clock, in milliseconds since 1970-01-01 UTC; 0 when nothing is there. */
  readonly changedAt: number;
  /** What could not be read; absent when everything could. */
  readonly problem?: string;
}

/**
 * The state of a folder and everything in it. A missing folder has a fingerprint, too. Rejects when the disk does not
 * answer.
 */
export async function fingerprintOf(folder: string, disk: Disk): Promise<Fingerprint> {
  const files: string[] = [];
  let changedAt = 0;
  let problem: string | undefined;

  async function visit(path: string, depth: number): Promise<void> {
    try {
      const about = await disk.stat(path);
      changedAt = Math.max(changedAt, about?.modifiedMs ?? 0);
      // A folder is described by its content. Something missing was removed a moment ago, or is a dangling link.
      if (about?.kind !== 'folder') {
        files.push(`${path} ${about?.mark}`);
        return;
      }
      files.push(path);
      for (const name of depth < DEPTH ? await disk.list(path) : []) {
        if (files.length >= MOST_FILES) {
          problem = `it has more than ${MOST_FILES} files`;
          return;
        }
        if (!NOT_SERVED.has(name)) {
          await visit(join(path, name), depth + 1);
        }
      }
    } catch (error) {
      const code = codeOf(error);
      if (typeof code !== 'string' || code === 'ETIMEDOUT') {
        throw error;
      }
      files.push(`${path} ${code}`);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        problem ??= `${path} cannot be read (${code})`;
      }
    }
  }

  await visit(folder, 0);
  return { text: files.sort().join('\n'), changedAt, ...(problem === undefined ? {} : { problem }) };
}
