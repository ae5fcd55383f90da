/**
 * Finds options by users' words. Pure.
 *
 * @import { WireOption } from '../../src/web/wire/settings.ts'
 */

/** Weight of a term by the place of its first match. */
const WORTH = { words: 12, name: 8, help: 4, begins: 2, within: 1 };

/**
 * Rank of an option; 0 if a term does not occur. `words`: synonyms, and in a second line the English title and help.
 *
 * @param {Pick<WireOption, 'name' | 'title' | 'help' | 'group' | 'words' | 'choices' | 'choiceTitles'>} option
 * @param {string} query
 */
export function worthOf({ name, title, help, group, words = '', choices = [], choiceTitles = {} }, query) {
  const [synonyms = '', english = ''] = words.split('\n');
  const meaning = [help, english, ...choices, ...Object.values(choiceTitles)].join(' ');
  const [names, helps, others] = [`${name} ${title}`, meaning, synonyms].map((text) =>
    text.toLowerCase().split(/[^\p{L}\d]+/u),
  );
  const all = [...(names ?? []), ...(helps ?? []), ...(others ?? [])];
  const text = `${name} ${title} ${meaning} ${group} ${words}`.toLowerCase();
  const worths = termsOf(query).map((term) => {
    const whole = (names?.includes(term) ? WORTH.name : 0) + (others?.includes(term) ? WORTH.words : 0);
    if (whole > 0) {
      return whole;
    }
    if (helps?.includes(term)) {
      return WORTH.help;
    }
    return all.some((word) => word.startsWith(term)) ? WORTH.begins : text.includes(term) ? WORTH.within : 0;
  });
  return worths.includes(0) ? 0 : worths.reduce((sum, worth) => sum + worth, 1);
}

/**
 * The best matches first. A term within a word, as "port" in "reports", counts only while no word begins with one.
 *
 * @template {{ worth: number }} Found
 * @param {readonly Found[]} ranked
 */
export function bestFirst(ranked) {
  const matches = ranked.filter(({ worth }) => worth > 0).sort((one, other) => other.worth - one.worth);
  const [best] = matches;
  return best !== undefined && best.worth > WITHIN_WORDS
    ? matches.filter(({ worth }) => worth > WITHIN_WORDS)
    : matches;
}

/** Rank of a single term within a word. */
const WITHIN_WORDS = 1 + WORTH.within;

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
