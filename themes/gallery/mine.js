/**
 * Looks that somebody has saved under a name: a theme with values for its options. They are kept in the configuration
 * file as what the address of the overlay has (`slider?accent=00ff00`), and each is a file that can be given to others. Pure.
 *
 * @typedef {{ readonly theme: string, readonly options: ReadonlyMap<string, string> }} Look  options as an address has them
 */

/** What a file of a look says it is. */
const KIND = 'deckcast look';
const VERSION = 1;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]{0,38}[\p{L}\p{N}])?$/u;
const OPTION = /^[a-z][a-z0-9-]*$/;
/** Of a file: more is not read. */
export const MOST_BYTES = 65_536;

/** What is wrong with a name; empty when nothing is. @param {string} name */
export function problemOfName(name) {
  return NAME.test(name)
    ? ''
    : 'A name has up to 40 letters, digits, spaces, hyphens and underscores, and begins and ends with a letter or a digit.';
}

/**
 * The saved looks, by their names. What somebody wrote into the file by hand, and is not a look, is left out.
 *
 * @param {unknown} saved  the option `theme.looks`
 * @returns {Map<string, Look>}
 */
export function looksOf(saved) {
  return new Map(
    Object.entries(isRecord(saved) ? saved : {}).flatMap(([name, text]) => {
      const [theme = '', query = ''] = typeof text === 'string' ? text.split(/\?(.*)/s) : [];
      return theme === '' ? [] : [[name, { theme, options: new Map(new URLSearchParams(query)) }]];
    }),
  );
}

/** The option `theme.looks` with these in it. @param {ReadonlyMap<string, Look>} looks */
export function settingOf(looks) {
  return Object.fromEntries(
    [...looks].map(([name, { theme, options }]) => [name, `${theme}?${new URLSearchParams([...options])}`]),
  );
}

/** @param {string} name @param {Look} kept */
export function fileOf(name, { theme, options }) {
  const content = { kind: KIND, version: VERSION, name, theme, options: Object.fromEntries(options) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Reads such a file, whatever is in it.
 *
 * @param {string} text
 * @param {readonly string[]} themes  the ids that there are
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

/** @param {string} text @returns {unknown} undefined for what is not JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
