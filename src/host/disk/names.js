/** Names of files beside another one, which no file system refuses that takes the name of that. */
import { basename, dirname, extname, join } from 'node:path';

/** Characters of a name that is made longer: what is added fits into any limit on names, even where each takes four bytes. */
const MOST_KEPT = 32;
/** Bytes that every file system takes for a name; some encrypted ones no more. */
const ALWAYS_TAKEN = 140;

/**
 * Where a file's new content is written: named after the process, so that two programs that write the same file never
 * share a half-written one, and `writerOf` knows whose it is. In one process, files with names that begin alike take turns.
 * @param {string} path
 */
export function partOf(path) {
  return join(dirname(path), partName(basename(path), process.pid));
}

/**
 * The id of the process that wrote this partial file of `name`; undefined when it is not one.
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
 * `set.cue` and a date as `set-2026-01-31-2215.cue`.
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
