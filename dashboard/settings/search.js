/**
 * Finds options by users' words. Pure.
 *
 * @import { WireOption } from '../../src/web/wire/settings.ts'
 */

/** Weight of a term by the place of its first match. */
const WORTH = { words: 12, name: 8, help: 4, begins: 2, within: 1 };

/**
 * Rank of an option; 0 if a term does not occur.
 *
 * @param {Pick<WireOption, 'name' | 'title' | 'help' | 'group' | 'words' | 'choices' | 'choiceTitles'>} option
 * @param {string} query
 */
export function worthOf({ name, title, help, group, words = '', choices = [], choiceTitles = {} }, query) {
  const meaning = [help, ...choices, ...Object.values(choiceTitles)].join(' ');
  const [names, helps, others] = [`${name} ${title}`, meaning, words].map((text) =>
    text.toLowerCase().split(/[^\p{L}\d]+/u),
  );
  const all = [...(names ?? []), ...(helps ?? []), ...(others ?? [])];
  const text = `${name} ${title} ${meaning} ${group} ${words}`.toLowerCase();
  const worths = termsOf(query).map((term) => {
    if (others?.includes(term)) {
      return WORTH.words;
    }
    if (names?.includes(term)) {
      return WORTH.name;
    }
    if (helps?.includes(term)) {
      return WORTH.help;
    }
    return all.some((word) => word.startsWith(term)) ? WORTH.begins : text.includes(term) ? WORTH.within : 0;
  });
  return worths.includes(0) ? 0 : worths.reduce((sum, worth) => sum + worth, 1);
}

const LANGUAGE = /^(language|translat|german|deutsch|english|sprache)/;

/**
 * Returns whether the user looks for the language, which is no option but a choice at the end of each page.
 * @param {string} query
 */
export function isAboutLanguage(query) {
  return termsOf(query).some((term) => LANGUAGE.test(term));
}

/** @param {string} query */
function termsOf(query) {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '')
    .map((term) => term.replace(BRITISH, '$1or$2'));
}

/** Excludes "hour" and "your". */
const BRITISH = /(\p{L}{3,})our(s?)$/u;
