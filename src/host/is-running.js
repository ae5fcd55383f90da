/** Checks which processes run. JavaScript, because `disk/node-disk.js` imports it. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { codeOf } from './disk/errors.js';

/**
 * Returns whether a process with this id runs, for any user.
 * @param {number} pid
 * @returns {boolean}
 */
export function isRunning(pid) {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Returns whether the process that had this id at time `at` still runs. After a reboot, the id belongs to another
 * process. Times are milliseconds since 1970-01-01 UTC.
 * @param {number} pid
 * @param {number} at
 * @param {number} now
 * @returns {boolean}
 */
export function stillRuns(pid, at, now) {
  return at >= now - uptime() * 1_000 && isRunning(pid);
}

/**
 * On Linux, an ended process keeps its id until its parent reaps it: forever in a container without an init.
 * @param {number} pid
 */
function hasEnded(pid) {
  try {
    // The process name, in parentheses, may contain anything, so match from the end.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
