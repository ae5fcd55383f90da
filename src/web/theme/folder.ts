import { dirname, join, sep } from 'node:path';
import { codeOf } from '../../core/errors.ts';
import type { Disk, FileInfo } from '../../core/tools.ts';

const DEPTH = 8;
/** Fewer than in a home folder given by mistake. */
const MOST_FILES = 2_000;
const FOR_BUILDING = ['node_modules', '.git'];

export interface ThemeFile {
  /** Relative to the theme's folder, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

export interface FolderState {
  readonly kind: FileInfo['kind'] | undefined;
  /** Changes when a file or folder is changed, added, removed or renamed. */
  readonly fingerprint: string;
  /** Files of a folder precede those of its subfolders. */
  readonly files: readonly ThemeFile[];
  /** Disk's clock, epoch milliseconds; 0 for an empty folder. */
  readonly changedAt: number;
  readonly problem?: string;
}

/** Fingerprints a missing folder too. Rejects if the disk does not answer. */
export async function stateOf(folder: string, disk: Disk): Promise<FolderState> {
  const marks: string[] = [];
  const files: ThemeFile[] = [];
  let kind: FileInfo['kind'] | undefined;
  let changedAt = 0;
  let problem: string | undefined;
  const reals = new Map<string, string>();

  /** A folder may link to one of its parents. */
  async function leadsBack(name: string): Promise<boolean> {
    const real = await disk.realpath(join(folder, name));
    reals.set(name, real);
    const parent = dirname(name) === '.' ? '' : dirname(name);
    const above = name === '' ? undefined : reals.get(parent);
    return above !== undefined && `${above}${sep}`.startsWith(real.endsWith(sep) ? real : `${real}${sep}`);
  }

  async function visit(name: string, isDeepest: boolean): Promise<readonly string[]> {
    const path = join(folder, name);
    try {
      const about = await disk.stat(path);
      kind = name === '' ? about?.kind : kind;
      changedAt = Math.max(changedAt, about?.modifiedMs ?? 0);
      // Folders are described by their content. A missing entry was just removed, or is a dangling link.
      marks.push(about?.kind === 'folder' ? path : `${path} ${about?.mark}`);
      if (about?.kind === 'file') {
        files.push({ name, path, size: about.size });
      }
      const isEntered = about?.kind === 'folder' && !isDeepest && !(await leadsBack(name));
      const names = isEntered ? await disk.list(path) : [];
      const inFolder = name === '' ? '' : `${name}/`;
      return names.filter((one) => !FOR_BUILDING.includes(one)).map((one) => `${inFolder}${one}`);
    } catch (error) {
      const code = codeOf(error);
      if (typeof code !== 'string' || code === 'ETIMEDOUT') {
        throw error;
      }
      marks.push(`${path} ${code}`);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        problem ??= `${path} cannot be read (${code})`;
      }
      return [];
    }
  }

  let level: readonly string[] = [''];
  for (let depth = 0; level.length > 0; depth++) {
    const left = MOST_FILES - marks.length;
    if (level.length > left) {
      problem = `it has more than ${MOST_FILES} files`;
    }
    const below: (readonly string[])[] = [];
    for (const name of level.slice(0, left)) {
      below.push(await visit(name, depth === DEPTH));
    }
    level = below.flat();
  }
  return {
    kind,
    fingerprint: marks.sort().join('\n'),
    files,
    changedAt,
    ...(problem !== undefined && { problem }),
  };
}
