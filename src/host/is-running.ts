import { codeOf } from '../core/errors.ts';

/** Whether a process with this number runs, of whichever user. */
export function isRunning(pid: number): boolean {
  try {
    // Signal 0 sends nothing; it only checks that the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
