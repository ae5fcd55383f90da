/**
 * Names of saved looks, and the files that they are exported to.
 * @import { Look } from './mine.js'
 */
import { isRecord } from './mine.js';

/** Marks exported files. */
const KIND = 'deckcast look';
const VERSION = 1;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]{0,38}[\p{L}\p{N}])?$/u;
const OPTION = /^[a-z][a-z0-9-]*$/;
const MOST_BYTES = 65_536;
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

/** @param {string} name @param {Look} kept */
export function fileOf(name, { theme, options }) {
  const content = { kind: KIND, version: VERSION, name, theme, options: Object.fromEntries(options) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** @param {string} name @param {Look} kept */
export function download(name, kept) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([fileOf(name, kept)], { type: 'application/json' }));
  link.download = `${name}.look.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/**
 * Reads the chosen file, and clears the field, so that the same file can be chosen again.
 * @param {HTMLInputElement} field
 * @param {readonly { readonly id: string }[]} themes
 */
export async function readPicked(field, themes) {
  const [file] = field.files ?? [];
  const text = file === undefined || file.size > MOST_BYTES ? '' : await file.text();
  field.value = '';
  return readFile(
    text,
    themes.map(({ id }) => id),
  );
}

/**
 * Reads any file.
 * @param {string} text
 * @param {readonly string[]} themes ids of existing themes
 * @returns {{ name: string, kept: Look } | { problem: string }}
 */
export function readFile(text, themes) {
  const read = parsed(text);
  if (!isRecord(read) || read.kind !== KIND) {
    return { problem: 'This file is not a look.' };
  }
  if (read.version !== VERSION) {
    return { problem: 'This look was exported by a newer deckcast.' };
  }
  const { name, theme, options = {} } = read;
  if (typeof theme !== 'string' || !themes.includes(theme)) {
    return { problem: 'This look needs a theme that is not here.' };
  }
  const entries = isRecord(options) ? Object.entries(options) : undefined;
  if (entries === undefined || !entries.every(isOption)) {
    return { problem: 'The options of this look are damaged.' };
  }
  const usable = typeof name === 'string' && problemOfName(name) === '' ? name : 'Imported look';
  return {
    name: usable,
    kept: { theme, options: new Map(entries.map(([key, value]) => [key, String(value)])) },
  };
}

/** @param {[string, unknown]} entry */
function isOption([name, value]) {
  return OPTION.test(name) && ['string', 'number', 'boolean'].includes(typeof value);
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
