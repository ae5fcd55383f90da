import { fileURLToPath } from 'node:url';
import { RunError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import { findBinary } from './binary.ts';

export interface MediaProgram {
  readonly name: string;
  /** Rejects with a RunError if the program is missing. */
  find(disk: Disk): Promise<string>;
  readonly args: readonly string[];
  readonly hint: (path: string) => string;
}

/** `binary`: path, or name to seek in `searchPath` (PATH). */
export function mediaControl(binary: string, searchPath: string): MediaProgram {
  return {
    name: 'media-control',
    async find(disk) {
      const path = await findBinary(binary, searchPath, disk);
      if (path === undefined) {
        throw new RunError(say('mediacontrol.not-installed', { program: binary }));
      }
      return path;
    },
    args: ['stream'],
    hint: (path) => `run "${path} test" to see whether it works on this system`,
  };
}

/** Ignores the user's PowerShell profile and policy. */
const SWITCHES = ['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'] as const;

/** `app`: empty for all. `parent`: id of this process. */
export function windowsMediaSession(
  app: string,
  { SystemRoot = 'C:\\Windows' }: NodeJS.ProcessEnv,
  parent: number,
): MediaProgram {
  const powershell = `${SystemRoot}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
  const script = fileURLToPath(new URL('./windows/media-session.ps1', import.meta.url));
  return {
    name: 'the media session of Windows',
    async find(disk) {
      if ((await disk.stat(powershell).catch(() => undefined)) === undefined) {
        throw new RunError(say('mediacontrol.no-powershell', { path: powershell }));
      }
      return powershell;
    },
    args: [...SWITCHES, script, '-Parent', String(parent), ...(app === '' ? [] : ['-App', app])],
    hint: (path) => `run "${path}" -ExecutionPolicy Bypass -File "${script}" to see what it says`,
  };
}
