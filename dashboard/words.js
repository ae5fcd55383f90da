/**
 * The words of the pages by id, in the user's language (`texts/pages/`). Missing ones are English.
 *
 * @typedef {keyof typeof import('../texts/pages/en.json')} PageText
 */
import { format } from '../texts/format.js';

/** Languages in their own words. @type {Readonly<Record<string, string>>} */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };
const KEY = 'deckcast.language';

export const language =
  [localStorage.getItem(KEY) ?? '', ...navigator.languages.map((one) => one.slice(0, 2))].find(
    (one) => LANGUAGES[one] !== undefined,
  ) ?? 'en';

/** Loads the page again in this language. @param {string} code */
export function choose(code) {
  localStorage.setItem(KEY, code);
  location.reload();
}

/**
 * Reads a part of the catalogue. Texts that the language lacks are English; empty if it cannot be read.
 *
 * @param {(language: string) => string} pathOf  below `texts/`
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function readCatalogue(pathOf) {
  return Object.assign(
    {},
    ...(await Promise.all([...new Set(['en', language])].map((one) => readTexts(pathOf(one))))),
  );
}

/**
 * @param {string} path  below `texts/`
 * @returns {Promise<Readonly<Record<string, string>>>} empty if it cannot be read
 */
export function readTexts(path) {
  return fetch(`/texts/${path}`).then(
    (response) => (response.ok ? response.json() : {}),
    () => ({}),
  );
}

const catalogue = await readCatalogue((one) => `pages/${one}.json`);

/**
 * Returns the text with `data` at `{name}`.
 *
 * @param {PageText} id
 * @param {Readonly<Record<string, string | number>>} [data]
 */
export function word(id, data = {}) {
  return format(
    { id, params: data },
    { template: (one) => catalogue[one], option: (name) => name, part: (name) => name },
  );
}
