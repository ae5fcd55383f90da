/** Names for neighboring files, valid wherever the original's is. */
import { basename, dirname, extname, join } from 'node:path';

/** Leaves room for prefix and suffix, even at four bytes per character. */
const MOST_KEPT = 32;
/** Bytes that every file system accepts, even encrypted ones. */
const ALWAYS_TAKEN = 140;

/**
 * Path of the partial file for new content. Its process id keeps programs apart and names the writer. Within
 * a process, files whose names begin alike take turns.
 * @param {string} path
 */
export function partOf(path) {
  return join(dirname(path), partName(basename(path), process.pid));
}

/**
 * Id of the process that wrote this partial file of `name`; undefined for other files.
 * @param {string} candidate
 * @param {string} name
 */
export function writerOf(candidate, name) {
  const [, digits] = /\.(\d+)\.part$/.exec(candidate) ?? [];
  const pid = Number(digits);
  return digits !== undefined && candidate === partName(name, pid) ? pid : undefined;
}

/**
 * @param {string} name
 * @param {number} pid
 */
function partName(name, pid) {
  return `${[...name].slice(0, MOST_KEPT).join('')}.${pid}.part`;
}

/**
 * `set-2026-01-31-2215.cue` for `set.cue` and a date.
 * @param {string} path
 * @param {string} date
 */
export function dated(path, date) {
  const name = basename(path);
  const most = Math.max(ALWAYS_TAKEN, Buffer.byteLength(name));
  const extension = extname(name);
  const kept = [...name.slice(0, name.length - extension.length)];
  const made = () => `${kept.join('')}-${date}${extension}`;
  while (kept.length > 0 && Buffer.byteLength(made()) > most) {
    kept.pop();
  }
  return join(dirname(path), made());
}
