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

/** @param {string} code */
export function choose(code) {
  localStorage.setItem(KEY, code);
  location.reload();
}

/**
 * Reads a part of the catalogue. The server adds the English texts that the language lacks.
 *
 * @param {string} folder  below `texts/`, with its slash
 * @returns {Promise<Readonly<Record<string, string>>>} empty if the server has none
 */
export function readTexts(folder) {
  return fetch(`/texts/${folder}${language}.json`).then(
    (response) => (response.ok ? response.json() : {}),
    reloadPage,
  );
}

/**
 * Says that something which the page cannot do without was not loaded, and reloads the page when the server is back
 * (`incomplete.ts` in `src/web/`). Never resolves.
 *
 * @returns {Promise<never>}
 */
export function reloadPage() {
  document.querySelector('script[type]')?.dispatchEvent(new Event('error'));
  return new Promise(() => {});
}

const catalogue = await readTexts('pages/');

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
