/**
 * The words of the pages in the reader's language: English where they are used, each other language in a table by the
 * English text (`texts/`). What has no translation stays English.
 */

import { OPTION_TITLES } from './option-titles.js';
import { flagNamer, sourceTranslator, translator } from './translator.js';

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

/**
 * The text in the reader's language, with `data` in the places of `{name}`.
 *
 * @param {string} text  in English; a test finds it by the quotes
 * @param {Readonly<Record<string, unknown>>} [data]
 */
export function phrase(text, data = {}) {
  return (table[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => String(data[name] ?? ''));
}

const translate = translator(table);
const translateSource = sourceTranslator(translate);
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
  return withoutFlags(translate(text));
}

/**
 * What sources say of themselves, in the reader's language.
 *
 * @param {string} text
 * @param {(name: string) => string} [titleOf]  by source
 */
export function translatedSource(text, titleOf) {
  return withoutFlags(translateSource(text, titleOf));
}

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
