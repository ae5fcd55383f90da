/**
 * Puts what the server says into other words: by the whole text, else by one with places for data in it. Pure.
 *
 * @param {Readonly<Record<string, string>>} table  the words by their English text. A place like `{text}` or `{text2}` holds
 *   more of the table, any other one (`{deck}`) what stays as it is, the same wherever it stands; of several that fit,
 *   the one with the most words of its own is taken
 * @returns {(text: string) => string}
 */
export function translator(table) {
  /** @type {readonly (readonly [RegExp, string])[] | undefined} */
  let patterns;

  /** @param {string} text @returns {string} */
  function translate(text) {
    if (table[text] !== undefined) {
      return table[text];
    }
    patterns ??= Object.entries(table)
      .filter(([english]) => english.includes('{'))
      .sort(([one], [other]) => ownLength(other) - ownLength(one))
      .map(([english, words]) => [recognizer(english), words]);
    for (const [pattern, words] of patterns) {
      const found = pattern.exec(text);
      if (found !== null) {
        return words.replace(/\{(\w+)\}/g, (_, name) => {
          const data = found.groups?.[name] ?? '';
          return name.startsWith('text') ? translate(data) : data;
        });
      }
    }
    return text;
  }
  return translate;
}

/**
 * The same for what sources say of themselves: what is wrong, with what to do in parentheses; of several, each after its
 * name, in whose place the reader gets what `titleOf` calls it.
 *
 * @param {(text: string) => string} translate
 * @returns {(text: string, titleOf?: (name: string) => string) => string}
 */
export function sourceTranslator(translate) {
  /** @param {string} text */
  function withAdvice(text) {
    // Either may have parentheses of its own.
    for (let at = text.indexOf(' ('); at > 0 && text.endsWith(')'); at = text.indexOf(' (', at + 1)) {
      const [problem, advice] = [text.slice(0, at), text.slice(at + 2, -1)];
      const [problemWords, adviceWords] = [translate(problem), translate(advice)];
      if (problemWords !== problem && adviceWords !== advice) {
        return `${problemWords} (${adviceWords})`;
      }
    }
    return translate(text);
  }
  return (text, titleOf = (name) => name) =>
    text
      .split(/; (?=[a-z]+: )/)
      .map((one) => {
        const [before = '', name = ''] = /^([a-z]+): /.exec(one) ?? [];
        const said = withAdvice(one.slice(before.length));
        return before === '' ? said : `${titleOf(name)}: ${said}`;
      })
      .join('; ');
}

/**
 * The same text without flags, which mean something in a terminal alone: an option is called by the title of its field.
 * Parentheses with nothing but a flag are left out. Flags that are no options, as in commands to type, stay.
 *
 * @param {(name: string) => string | undefined} quotedTitle  undefined for a name that is no option
 * @returns {(text: string) => string}
 */
export function flagNamer(quotedTitle) {
  return (text) =>
    text
      .replace(ONLY_A_FLAG, (all, name) => (quotedTitle(name) === undefined ? all : ''))
      .replace(FLAG, (flag, name, value) => {
        const title = quotedTitle(name);
        if (title === undefined) {
          return flag;
        }
        return value === undefined ? title : `${title} (${value})`;
      });
}

const FLAG = /--([a-z][\w.]*\w|\w)(?:=([^\s,;()]*[^\s,;().:]))?/g;
/** As in "(--page.address)" and "(for --source=hear)". */
const ONLY_A_FLAG = / \((?:(?:for|für) )?--([a-z][\w.]*\w)(?:=[^\s()]*)?\)/g;

/** How many letters of it are there whatever is filled in. @param {string} english */
function ownLength(english) {
  return english.replace(/\{\w+\}/g, '').length;
}

/** @param {string} english */
function recognizer(english) {
  const places = new Set();
  const source = english.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) {
      return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    }
    const isAgain = places.has(part);
    places.add(part);
    return isAgain ? `\\k<${part}>` : `(?<${part}>.+?)`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
}
