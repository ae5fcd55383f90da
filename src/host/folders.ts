/** Whether the files and folders in the settings can be written. */
import { codeOf, messageOf } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import { well } from '../core/finding.ts';
import type { Disk } from '../core/tools.ts';

/** A file or folder that will be written in a set. */
export interface Written {
  /** `--history.filename`. */
  readonly option: string;
  /** Empty: the option is not used. */
  readonly path: string;
  /** The consequence when it cannot be written: "the history is not written". */
  readonly without: string;
}

/** Free bytes below which a disk may fill up within a set: a warning, and a fault. */
const LITTLE = 200 * 1024 * 1024;
const NEXT_TO_NOTHING = 1024 * 1024;

/** Tries each one by writing a small file beside it and removing that. */
export async function folderFindings(uses: readonly Written[], disk: Disk): Promise<readonly Finding[]> {
  const used = uses.filter(({ path }) => path !== '');
  return Promise.all(
    used.map(async (use) => {
      try {
        return spaceFinding(use, await disk.tryOut(use.path));
      } catch (error) {
        return writeFinding(use, error);
      }
    }),
  );
}

function spaceFinding({ option, path, without }: Written, freeBytes: number): Finding {
  if (freeBytes >= LITTLE) {
    return well('files', `${path} can be written (${option})`);
  }
  const left =
    freeBytes < 1024 * 1024
      ? `${Math.floor(freeBytes / 1024)} KB`
      : `${Math.floor(freeBytes / 1024 / 1024)} MB`;
  return {
    area: 'files',
    severity: freeBytes < NEXT_TO_NOTHING ? 'fault' : 'warning',
    finding: `the disk of ${path} is nearly full: ${left} free (${option})`,
    means: `when it is full, ${without}`,
    todo: 'free some space, or name a file on another disk',
  };
}

function writeFinding({ option, path, without }: Written, error: unknown): Finding {
  return {
    area: 'files',
    severity: 'fault',
    finding: `${path} cannot be written: ${reasonOf(error)} (${option})`,
    means: without,
    todo: `${adviceFor(codeOf(error))}, or name another file with ${option}`,
  };
}

function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EROFS':
      return 'the folder is read-only';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there';
    case 'ETIMEDOUT':
      return 'the disk does not answer';
    case 'ENOENT':
      return 'there is no such folder, and it cannot be created';
    case 'ENOTDIR':
      return 'what should be a folder is a file';
    default:
      return messageOf(error);
  }
}

function adviceFor(code: unknown): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'free some space';
    case 'EROFS':
      return 'remove the write protection of the disk';
    case 'EACCES':
    case 'EPERM':
      return 'give this user write access to it';
    case 'ETIMEDOUT':
      return 'connect the disk or the share again';
    default:
      return 'fix what it says';
  }
}
