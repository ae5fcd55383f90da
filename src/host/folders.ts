import { codeOf, textOf } from '../core/errors.ts';
import { type Finding, okFinding } from '../core/finding.ts';
import { say, type Text } from '../core/message.ts';
import type { OptionTable } from '../core/option.ts';
import type { Disk } from '../core/tools.ts';

interface Written {
  /** `--history.filename`. */
  readonly option: string;
  readonly path: string;
  readonly without: Text;
  readonly isFolder?: boolean;
}

/**
 * Less free space may run out during a set (warning); below `NEXT_TO_NOTHING`, the disk counts as full
 * (fault).
 */
const LITTLE = 200 * 1024 * 1024;
const NEXT_TO_NOTHING = 1024 * 1024;

/** Checks every path that is written during a set. */
export async function writtenFindings(
  options: OptionTable,
  settings: Readonly<Record<string, unknown>>,
  disk: Disk,
): Promise<readonly Finding[]> {
  return Promise.all(
    Object.entries(options).flatMap(([name, { kind, without }]) => {
      const path = settings[name];
      return without === undefined || typeof path !== 'string' || path === ''
        ? []
        : [writtenFinding({ option: `--${name}`, path, without, isFolder: kind.path === 'directory' }, disk)];
    }),
  );
}

export async function writtenFinding(use: Written, disk: Disk): Promise<Finding> {
  try {
    return spaceFinding(use, await disk.tryOut(use.path));
  } catch (error) {
    return writeFinding(use, error);
  }
}

function spaceFinding({ option, path, without }: Written, freeBytes: number): Finding {
  if (freeBytes >= LITTLE) {
    return okFinding('files', say('computer.can-written', { path, option }));
  }
  const left =
    freeBytes < 1024 * 1024
      ? `${Math.floor(freeBytes / 1024)} KB`
      : `${Math.floor(freeBytes / 1024 / 1024)} MB`;
  return {
    area: 'files',
    severity: freeBytes < NEXT_TO_NOTHING ? 'fault' : 'warning',
    finding: say('computer.disk-nearly-full-free', { path, left, option }),
    means: say('computer.when-full', { without }),
    todo: say('computer.free-space-or-choose-disk'),
  };
}

function writeFinding({ option, path, without, isFolder }: Written, error: unknown): Finding {
  const { reason, advice = say('computer.fix-says') } = troubleOf(error);
  return {
    area: 'files',
    severity: 'fault',
    finding: say('computer.cannot-written', { path, reason, option }),
    means: without,
    todo: say(isFolder ? 'computer.name-another-folder' : 'computer.name-another-file', { advice, option }),
  };
}

/** Returns the reason and, if known, the remedy: `the disk is full; free some space`. */
export function whyNotWritten(error: unknown): Text {
  const { reason, advice } = troubleOf(error);
  return advice === undefined ? reason : say('computer.reason-and-advice', { reason, advice });
}

/** Our disk errors have a text already. */
function troubleOf(error: unknown): Trouble {
  const isOurs = error instanceof Error && 'text' in error;
  // SQLite's codes may go on: SQLITE_READONLY_DIRECTORY.
  const code = String(codeOf(error)).replace(/^(SQLITE_[A-Z]+)_.*/, '$1');
  return (isOurs ? undefined : BY_CODE[code]) ?? { reason: textOf(error) };
}

interface Trouble {
  readonly reason: Text;
  readonly advice?: Text;
}

const SQLITE_FULL = 'SQLITE_FULL';
const SQLITE_CANTOPEN = 'SQLITE_CANTOPEN';
const SQLITE_READONLY = 'SQLITE_READONLY';
const FULL = { reason: say('computer.disk-full'), advice: say('computer.free-some-space') };
const FORBIDDEN = {
  reason: say('computer.user-may-not-write'),
  advice: say('computer.give-user-write-access'),
};
const BY_CODE: Readonly<Record<string, Trouble>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  [SQLITE_FULL]: FULL,
  [SQLITE_CANTOPEN]: {
    reason: say('computer.database-cannot-be-opened'),
    advice: say('computer.make-it-a-writable-file'),
  },
  [SQLITE_READONLY]: {
    reason: say('computer.it-is-read-only'),
    advice: say('computer.remove-its-write-protection'),
  },
  EROFS: { reason: say('computer.folder-read-only'), advice: say('computer.remove-write-protection-disk') },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  ETIMEDOUT: {
    reason: say('disk.not-responding'),
    advice: say('computer.connect-disk-share-again'),
  },
  EIO: {
    reason: say('system.disk-fails', { code: 'EIO' }),
    advice: say('computer.connect-disk-share-again'),
  },
  ENOENT: { reason: say('computer.no-such-folder-cannot-created'), advice: say('computer.correct-path') },
  ENOTDIR: { reason: say('computer.should-folder-file'), advice: say('computer.correct-path') },
};
