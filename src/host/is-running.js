/** Which processes run. JavaScript, because `disk/node-disk.js` imports it. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { codeOf } from './disk/errors.js';

/**
 * Whether a process with this number runs, of whichever user.
 * @param {number} pid
 * @returns {boolean}
 */
export function isRunning(pid) {
  try {
    // Signal 0 sends nothing; it only checks that the process exists.
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Whether the process that had this number at that time still runs. When the computer has started again since, the number
 * is that of another one. Times in milliseconds since 1970-01-01 UTC.
 * @param {number} pid
 * @param {number} at
 * @param {number} now
 * @returns {boolean}
 */
export function stillRuns(pid, at, now) {
  return at >= now - uptime() * 1_000 && isRunning(pid);
}

/**
 * On Linux, a process that has ended keeps its number until the one that started it takes notice: in a container without
 * an init, for ever.
 * @param {number} pid
 */
function hasEnded(pid) {
  try {
    // The name before it, in parentheses, may contain anything.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
