import { join } from 'node:path';
import { codeOf } from '../../core/errors.ts';
import type { Disk } from '../../core/tools.ts';

/** Deeper than any theme, and shallow enough for links that lead back. */
const DEPTH = 8;
/** More files than any theme has; whoever names a home folder as a theme has more. */
const MOST_FILES = 2_000;
/** What a theme is made with, not of. */
const NOT_SERVED = new Set(['node_modules', '.git']);

export interface Fingerprint {
  /** Another one whenever any file or folder was changed, added, removed or renamed; equal means unchanged. */
  readonly text: string;
  /** When any of it was changed last, by the disk's clock, in milliseconds since 1970-01-01 UTC; 0 when nothing is there. */
  readonly changedAt: number;
  /** What could not be looked at, in words; absent when everything was. */
  readonly problem?: string;
}

/**
 * How a folder and everything in it stand now. A folder that is missing has a fingerprint, too; a disk that does not
 * answer has none, and is an error.
 */
export async function fingerprintOf(folder: string, disk: Disk): Promise<Fingerprint> {
  const files: string[] = [];
  let changedAt = 0;
  let problem: string | undefined;

  async function look(path: string, depth: number): Promise<void> {
    try {
      const about = await disk.stat(path);
      changedAt = Math.max(changedAt, about?.modifiedMs ?? 0);
      // Of a folder its content says enough. What is missing was removed a moment ago, or is a link that leads nowhere.
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
          await look(join(path, name), depth + 1);
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

  await look(folder, 0);
  return { text: files.sort().join('\n'), changedAt, ...(problem === undefined ? {} : { problem }) };
}
