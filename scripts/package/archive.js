// Reproducible archives: sorted, one time, no owner. Compressed by JavaScript, because zlib's output differs between
// processors and versions of Node.
import { gzipSync, zipSync } from 'fflate';

/**
 * @typedef {object} PackedFile
 * @property {Uint8Array} bytes
 * @property {boolean} executable
 */

/**
 * Files of a folder by their paths in it, with slashes.
 * @typedef {ReadonlyMap<string, PackedFile>} Contents
 */

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/**
 * POSIX ustar.
 * @param {Contents} contents
 * @param {number} time seconds since 1970-01-01 UTC, of every file
 * @returns {Uint8Array}
 */
export function tarGz(contents, time) {
  const blocks = inOrder(contents).flatMap(([path, { bytes, executable }]) => [
    tarHeader(path, bytes.length, executable ? 0o755 : 0o644, time),
    bytes,
    new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...blocks, new Uint8Array(2 * BLOCK)]), { level: 6, mtime: time * 1_000 });
}

/**
 * @param {Contents} contents
 * @param {number} time seconds since 1970-01-01 UTC, of every file
 * @returns {Uint8Array}
 */
export function zip(contents, time) {
  const files = inOrder(contents).map(([path, { bytes }]) => [path, bytes]);
  return zipSync(Object.fromEntries(files), { level: 6, mtime: asLocal(time) });
}

/** @param {Contents} contents */
function inOrder(contents) {
  return [...contents].sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Zip files hold local times, but the bytes must be the same everywhere.
 * @param {number} time
 */
function asLocal(time) {
  const utc = new Date(time * 1_000);
  return new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
}

/**
 * @param {string} path
 * @param {number} size
 * @param {number} mode
 * @param {number} time
 */
function tarHeader(path, size, mode, time) {
  const header = Buffer.alloc(BLOCK);
  const [prefix, name] = splitName(path);
  header.write(name, 0);
  header.write(octal(mode, 7), 100);
  // Owner and group: root.
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(time, 11), 136);
  // The checksum counts itself as eight spaces.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

/**
 * @param {number} value
 * @param {number} digits
 */
function octal(value, digits) {
  return value.toString(8).padStart(digits, '0');
}

/**
 * Prefix and name of a long path.
 * @param {string} path
 * @returns {readonly [string, string]}
 */
function splitName(path) {
  if (Buffer.byteLength(path) <= NAME_BYTES) {
    return ['', path];
  }
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  const slash = slashes.find((at) => Buffer.byteLength(path.slice(at + 1)) <= NAME_BYTES);
  if (slash === undefined || Buffer.byteLength(path.slice(0, slash)) > PREFIX_BYTES) {
    throw new Error(`the path is too long for an archive: ${path}`);
  }
  return [path.slice(0, slash), path.slice(slash + 1)];
}
