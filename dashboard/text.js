/**
 * @import { Said } from '../texts/format.js'
 *
 * The words of the pages in the reader's language: English where they are used, each other language in a table by the
 * English text (`texts/`). What has no translation stays English.
 */

import { format } from '../texts/format.js';
import { flagNamer } from './flags.js';
import { OPTION_TITLES, PART_TITLES } from './option-titles.js';

/** Each in its own words. @type {Readonly<Record<string, string>>} */
const LANGUAGES = { en: 'English', de: 'Deutsch' };
const KEY = 'deckcast.language';
/** Texts that people read or hear and that stand in no element. */
const ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt'];

const language =
  [localStorage.getItem(KEY) ?? '', ...navigator.languages.map((one) => one.slice(0, 2))].find(
    (one) => LANGUAGES[one] !== undefined,
  ) ?? 'en';
/** @type {Readonly<Record<string, string>>} */
const table = language === 'en' ? {} : (await import(`./texts/${language}.js`)).TEXTS;
/** What the server says, by id, and the same in English for what this language lacks. */
const [catalogue, english] = await Promise.all([readCatalogue(language), readCatalogue('en')]);

/** @param {string} name @returns {Promise<Readonly<Record<string, string>>>} empty where it cannot be read */
async function readCatalogue(name) {
  return fetch(`/texts/${name}.json`).then(
    (response) => (response.ok ? response.json() : {}),
    () => ({}),
  );
}

/**
 * The text in the reader's language, with `data` in the places of `{name}`.
 *
 * @param {string} text  in English; a test finds it by the quotes
 * @param {Readonly<Record<string, unknown>>} [data]
 */
export function phrase(text, data = {}) {
  return (table[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => String(data[name] ?? ''));
}

const withoutFlags = flagNamer((name) => {
  const title = OPTION_TITLES[name];
  return title === undefined ? undefined : phrase('“{title}”', { title: phrase(title) });
});

/**
 * What the server says in English, in the reader's language, with titles of fields in place of flags. What the table has
 * not stays English.
 *
 * @param {string} text
 */
export function translated(text) {
  return withoutFlags(table[text] ?? text);
}

/**
 * A message of the server with its texts in the reader's language (`web/wire/text.ts`). Options stay flags; `translated`
 * replaces them where the text is shown.
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
  template: (id) => catalogue[id] ?? english[id],
  option: (name) => `--${name}`,
  part: (name) => translated(PART_TITLES[name] ?? name),
};

/**
 * Where the reader finds the fields that a text of the server names and this place does not have. Empty where it has all.
 *
 * @param {string} text  with flags, as the server sent it
 * @param {readonly string[]} here  options with a field here
 */
export function elsewhere(text, here) {
  const named = [...text.matchAll(/--([a-z][\w.]*\w)/g)].map(([, name = '']) => name);
  return named.some((name) => OPTION_TITLES[name] !== undefined && !here.includes(name))
    ? phrase('The page Settings has that field.')
    : '';
}

/** Puts the page itself into the reader's language, with the choice of another one at its end. */
export function translatePage() {
  document.documentElement.lang = language;
  document.title = document.title
    .split(' · ')
    .map((part) => phrase(part))
    .join(' · ');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const english = (node.nodeValue ?? '').trim().replace(/\s+/g, ' ');
    if (table[english] !== undefined) {
      node.nodeValue = (node.nodeValue ?? '').replace(/\S[\s\S]*\S|\S/, () => phrase(english));
    }
  }
  for (const name of ATTRIBUTES) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, phrase(element.getAttribute(name) ?? ''));
    }
  }
  document.body.append(choice());
}

function choice() {
  const footer = document.createElement('footer');
  const select = document.createElement('select');
  select.setAttribute('aria-label', language === 'en' ? 'Language' : `${phrase('Language')} (Language)`);
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => new Option(name, code)));
  select.value = language;
  select.addEventListener('change', () => {
    localStorage.setItem(KEY, select.value);
    location.reload();
  });
  footer.append(select);
  return footer;
}
