/**
 * Names of saved looks, and the files that they are exported to.
 * @import { Look } from './mine.js'
 *
 * @typedef {{ readonly name: string, readonly data: string }} Packed  a logo or a font; its content as Base64
 * @typedef {Readonly<Partial<Record<string, readonly Packed[]>>>} Packing  files by the option that names them
 */
import { isRecord } from './mine.js';

/** Marks exported files. */
const KIND = 'deckcast look';
const VERSION = 1;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]{0,38}[\p{L}\p{N}])?$/u;
const OPTION = /^[a-z][a-z0-9-]*$/;
/** Files together, as Base64, with the options. */
export const MOST_BYTES = 24_000_000;
/** More than a font has weights. */
const MOST_FILES = 20;
const LONGEST_NAME = 200;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Time for the browser to start a download. */
const KEPT_MS = 60_000;

/** Problem with a name; empty if none. @param {string} name */
export function problemOfName(name) {
  if (name === '') {
    return 'Type a name for the look first.';
  }
  return NAME.test(name)
    ? ''
    : 'A name has up to 40 letters, digits, spaces, hyphens and underscores, and begins and ends with a letter or a digit.';
}

/** @param {string} name @param {Look} kept @param {Packing} [files] */
export function fileOf(name, { theme, options }, files = {}) {
  const content = { kind: KIND, version: VERSION, name, theme, options: Object.fromEntries(options), files };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** @param {string} name @param {Look} kept @param {Packing} files */
export function download(name, kept, files) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([fileOf(name, kept, files)], { type: 'application/json' }));
  link.download = `${name}.look.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/**
 * Reads any file.
 * @param {string} text
 * @param {readonly string[]} themes ids of existing themes
 * @returns {{ name: string, kept: Look, files: Packing } | { problem: string }}
 */
export function readFile(text, themes) {
  const read = parsed(text);
  if (!isRecord(read) || read.kind !== KIND) {
    return { problem: 'This file is not a look.' };
  }
  if (read.version !== VERSION) {
    return { problem: 'This look was exported by a newer deckcast.' };
  }
  const { name, theme, options = {}, files = {} } = read;
  if (typeof theme !== 'string' || !themes.includes(theme)) {
    return { problem: 'This look needs a theme that is not here.' };
  }
  const entries = isRecord(options) ? Object.entries(options) : undefined;
  if (entries === undefined || !entries.every(isOption)) {
    return { problem: 'The options of this look are damaged.' };
  }
  if (!isPacking(files)) {
    return { problem: 'The logo or font in this look is damaged.' };
  }
  const usable = typeof name === 'string' && problemOfName(name) === '' ? name : 'Imported look';
  return {
    name: usable,
    kept: { theme, options: new Map(entries.map(([key, value]) => [key, String(value)])) },
    files,
  };
}

/** @param {[string, unknown]} entry */
function isOption([name, value]) {
  return OPTION.test(name) && ['string', 'number', 'boolean'].includes(typeof value);
}

/** @param {unknown} files @returns {files is Packing} */
function isPacking(files) {
  return (
    isRecord(files) &&
    Object.entries(files).every(
      ([option, all]) =>
        OPTION.test(option) &&
        Array.isArray(all) &&
        all.length > 0 &&
        all.length <= MOST_FILES &&
        all.every(isPacked),
    )
  );
}

/** @param {unknown} file */
function isPacked(file) {
  return (
    isRecord(file) &&
    typeof file.name === 'string' &&
    file.name !== '' &&
    file.name.length <= LONGEST_NAME &&
    typeof file.data === 'string' &&
    file.data.length % 4 === 0 &&
    BASE64.test(file.data)
  );
}

/**
 * @param {string} text
 * @returns {unknown} undefined if not JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
