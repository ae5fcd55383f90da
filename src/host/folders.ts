/** Whether the files and folders in the settings can be written. */
import { codeOf, messageOf } from '../core/errors.ts';
import { type Finding, well } from '../core/finding.ts';
import type { OptionTable } from '../core/option.ts';
import type { Disk } from '../core/tools.ts';

/** A file or folder that is to be written. */
interface Written {
  /** `--history.filename`. */
  readonly option: string;
  readonly path: string;
  /** As in `OptionSpec`. */
  readonly without: string;
}

/** Free bytes below which a disk may fill up within a set: a warning, and a fault. */
const LITTLE = 200 * 1024 * 1024;
const NEXT_TO_NOTHING = 1024 * 1024;

/** Tries out each path of these options that is written in a set. */
export async function writtenFindings(
  options: OptionTable,
  settings: Readonly<Record<string, unknown>>,
  disk: Disk,
): Promise<readonly Finding[]> {
  return Promise.all(
    Object.entries(options).flatMap(([name, { without }]) => {
      const path = settings[name];
      return without === undefined || typeof path !== 'string' || path === ''
        ? []
        : [writtenFinding({ option: `--${name}`, path, without }, disk)];
    }),
  );
}

/** Writes a small file beside it, and removes that. */
export async function writtenFinding(use: Written, disk: Disk): Promise<Finding> {
  try {
    return spaceFinding(use, await disk.tryOut(use.path));
  } catch (error) {
    return writeFinding(use, error);
  }
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
  const { advice } = BY_CODE[String(codeOf(error))] ?? UNKNOWN;
  return {
    area: 'files',
    severity: 'fault',
    finding: `${path} cannot be written: ${whyNotWritten(error)} (${option})`,
    means: without,
    todo: `${advice}, or name another file with ${option}`,
  };
}

/** For people. What we say ourselves of a disk is in words already; what the system says begins with its code. */
export function whyNotWritten(error: unknown): string {
  const message = messageOf(error);
  const code = String(codeOf(error));
  const isOfSystem = message.startsWith(code) || code === SQLITE_FULL;
  return (isOfSystem ? BY_CODE[code]?.reason : undefined) ?? message;
}

interface Trouble {
  readonly reason: string;
  /** What to do about it. */
  readonly advice: string;
}

const SQLITE_FULL = 'SQLITE_FULL';
const UNKNOWN = { advice: 'fix what it says' };
const FULL = { reason: 'the disk is full', advice: 'free some space' };
const FORBIDDEN = { reason: 'this user may not write there', advice: 'give this user write access to it' };
const BY_CODE: Readonly<Record<string, Trouble>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  [SQLITE_FULL]: FULL,
  EROFS: { reason: 'the folder is read-only', advice: 'remove the write protection of the disk' },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  ETIMEDOUT: { reason: 'the disk does not answer', advice: 'connect the disk or the share again' },
  ENOENT: { reason: 'there is no such folder, and it cannot be created', advice: 'fix what it says' },
  ENOTDIR: { reason: 'what should be a folder is a file', advice: 'fix what it says' },
};
