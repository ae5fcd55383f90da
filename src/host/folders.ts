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
    Object.entries(options).flatMap(([name, { without }]) => {
      const path = settings[name];
      return without === undefined || typeof path !== 'string' || path === ''
        ? []
        : [writtenFinding({ option: `--${name}`, path, without }, disk)];
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
    todo: say('computer.free-some-space-name-file-another'),
  };
}

function writeFinding({ option, path, without }: Written, error: unknown): Finding {
  const { advice } = BY_CODE[String(codeOf(error))] ?? UNKNOWN;
  return {
    area: 'files',
    severity: 'fault',
    finding: say('computer.cannot-written', { path, whyNotWritten: whyNotWritten(error), option }),
    means: without,
    todo: say('computer.name-another-file', { advice, option }),
  };
}

/** Our disk errors have a text already. */
export function whyNotWritten(error: unknown): Text {
  const isOurs = error instanceof Error && 'text' in error;
  return (isOurs ? undefined : BY_CODE[String(codeOf(error))]?.reason) ?? textOf(error);
}

interface Trouble {
  readonly reason: Text;
  readonly advice: Text;
}

const SQLITE_FULL = 'SQLITE_FULL';
const UNKNOWN = { advice: say('computer.fix-says') };
const FULL = { reason: say('computer.disk-full'), advice: say('computer.free-some-space') };
const FORBIDDEN = {
  reason: say('computer.user-may-not-write'),
  advice: say('computer.give-user-write-access'),
};
const BY_CODE: Readonly<Record<string, Trouble>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  [SQLITE_FULL]: FULL,
  EROFS: { reason: say('computer.folder-read-only'), advice: say('computer.remove-write-protection-disk') },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  ETIMEDOUT: {
    reason: say('computer.disk-does-not-answer'),
    advice: say('computer.connect-disk-share-again'),
  },
  ENOENT: { reason: say('computer.no-such-folder-cannot-created'), advice: say('computer.fix-says') },
  ENOTDIR: { reason: say('computer.should-folder-file'), advice: say('computer.fix-says') },
};
