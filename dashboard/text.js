/**
 * @import { Said } from '../texts/format.js'
 *
 * Translates the pages: code contains English texts, and each other language has a table by English text (`texts/`).
 * Texts without a translation stay English.
 */

import { format } from '../texts/format.js';
import { flagNamer } from './flags.js';
import { OPTION_TITLES, PART_TITLES } from './option-titles.js';
import { language, readCatalogue, readTexts, word } from './words.js';

/** @type {[Readonly<Record<string, string>>, Readonly<Record<string, string>>, Readonly<Record<string, string>>]} */
const [table, options, catalogue] = await Promise.all([
  language === 'en' ? {} : import(`./texts/${language}.js`).then(({ TEXTS }) => TEXTS),
  // The server sends the English ones.
  language === 'en' ? {} : readTexts(`options/${language}.json`),
  readCatalogue((one) => `${one}.json`),
]);

/**
 * Returns a text about an option.
 *
 * @param {string} id  `osc.port.title`, `.help`, `.words`, `.choice.VALUE`, or `group.NAME`
 * @param {string} english
 */
export function optionText(id, english) {
  return options[id] ?? english;
}

const withoutFlags = flagNamer((name) => {
  const title = OPTION_TITLES[name];
  return title === undefined
    ? undefined
    : word('settings.quoted', { title: optionText(`${name}.title`, title) });
});

/**
 * Translates an English text of the server, with field titles instead of flags. Texts that the table lacks stay
 * English.
 *
 * @param {string} text
 */
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
  part: (name) => translated(PART_TITLES[name] ?? name),
};

/**
 * Tells where to find the fields that a text of the server names and that this place lacks. Empty if it has all.
 *
 * @param {string} text  with flags, as the server sent it
 * @param {readonly string[]} here  options with a field here
 */
export function elsewhere(text, here) {
  const named = [...text.matchAll(/--([a-z][\w.]*\w)/g)].map(([, name = '']) => name);
  return named.some((name) => OPTION_TITLES[name] !== undefined && !here.includes(name))
    ? word('settings.has-field')
    : '';
}
