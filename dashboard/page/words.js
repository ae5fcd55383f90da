/**
 * Words of a guests' page in the reader's language. Its HTML has the lists, because it may be on any web server.
 *
 * @import { PageText } from '../words.js'
 */

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const lists = JSON.parse(document.getElementById('words')?.textContent ?? '{}');

/** Language of the page with the reader's region, such as `de-AT`: for times and numbers. */
export const locale = navigator.languages.find((one) => lists[one.slice(0, 2)] !== undefined) ?? 'en';
const language = locale.slice(0, 2);

/** @param {PageText} id @param {Readonly<Record<string, string | undefined>>} [data] */
export function word(id, data = {}) {
  const text = lists[language]?.[id] ?? '';
  return text.replace(/\{(\w+)\}/g, (_, name) => data[name] ?? '');
}

/** Replaces the words of the HTML by those of the reader's language. */
export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-word]')) {
    if (element instanceof HTMLElement) {
      element.textContent = word(/** @type {PageText} */ (element.dataset.word), element.dataset);
    }
  }
  for (const time of document.querySelectorAll('time.day')) {
    // The set's day stays the same in every time zone.
    const day = new Date(`${time.getAttribute('datetime')?.slice(0, 10)}T00:00:00Z`);
    time.textContent = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
  }
}
