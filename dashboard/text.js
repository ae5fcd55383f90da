/**
 * Texts of the server in the user's language, or else in English.
 *
 * @import { Said } from '../texts/format.js'
 */

import { format } from '../texts/format.js';
import { flagNamer } from './flags.js';
import { language, readTexts, word } from './words.js';

export { sentence } from '../texts/format.js';

/** Texts without an id, keyed by their English. @type {Readonly<Record<string, string>>} */
let table = {};
/** Titles of options and parts by id; in other languages, their help, too. @type {Readonly<Record<string, string>>} */
let options = {};
/** @type {Readonly<Record<string, string>>} */
let catalogue = {};

/** Resolves once texts of the server can be translated. A page is drawn before, because they are large. */
export const textsRead = Promise.all([
  language === 'en' ? {} : readTexts('english/'),
  readTexts('options/'),
  readTexts(''),
]).then((read) => {
  [table, options, catalogue] = read;
});

/**
 * @param {string} id  `osc.port.title`, `.help`, `.words`, `.choice.VALUE`, `group.NAME` or `part.NAME`
 * @param {string} english
 */
export function optionText(id, english) {
  return options[id] ?? english;
}

const withoutFlags = flagNamer((name) => {
  const title = options[`${name}.title`];
  return title === undefined ? undefined : word('settings.quoted', { title });
});

/** Translates an English text of the server, with titles instead of flags. @param {string} text */
export function translated(text) {
  return withoutFlags(table[text] ?? text);
}

/**
 * Translates the texts in a message of the server (`web/wire/text.ts`). Keeps flags, which `translated` replaces where
 * the text is shown.
 *
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
export function localized(value) {
  return /** @type {Value} */ (inLanguage(value));
}

/** @param {unknown} value @returns {unknown} */
function inLanguage(value) {
  if (Array.isArray(value)) {
    return value.map(inLanguage);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const { said = {}, ...fields } = /** @type {Record<string, unknown> & { said?: Record<string, Said> }} */ (
    value
  );
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const text = said[name];
      return [name, text === undefined ? inLanguage(field) : format(text, LANGUAGE)];
    }),
  );
}

/** @type {import('../texts/format.js').Language} */
const LANGUAGE = {
  template: (id) => catalogue[id],
  option: (name) => `--${name}`,
  part: (name) => translated(optionText(`part.${name}`, name)),
};

/** As viewers see the names. @param {{ title: string, artist: string } | null} [track] @returns {[string, string]} */
export function linesOf(track, unnamed = word('air.untitled')) {
  return track?.title ? [track.title, track.artist] : [track?.artist || unnamed, ''];
}

/** @param {string} names @param {number} count */
export const troubleText = (names, count) =>
  word(count > 1 ? 'operator.troubles' : 'operator.trouble', { count, names });
