/** JavaScript, because `disk/node-disk.js` imports it. */
import { readdirSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { codeOf } from './disk/errors.js';

/**
 * A process with this id runs, for any user.
 * @param {number} pid
 * @returns {boolean}
 */
export function isRunning(pid) {
  try {
    // Signal 0 only checks for existence.
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * The process that had this id at time `at` still runs. After a reboot, the id is another's. Times are epoch
 * milliseconds.
 * @param {number} pid
 * @param {number} at
 * @param {number} now
 * @returns {boolean}
 */
export function stillRuns(pid, at, now) {
  return at >= now - uptime() * 1_000 && isRunning(pid);
}

/**
 * Linux keeps an ended process's id until its parent reaps it: forever in a container without an init. Of a killed
 * process, the first thread ends before the others, which hold its files and locks until they end too.
 * @param {number} pid
 */
function hasEnded(pid) {
  try {
    // The process name, in parentheses, may contain anything.
    const isZombie = /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    return isZombie && readdirSync(`/proc/${pid}/task`).length <= 1;
  } catch {
    return false;
  }
}
