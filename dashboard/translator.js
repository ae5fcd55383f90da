/**
 * Puts what the server says into other words: by the whole text, else by one with places for data in it. Pure.
 *
 * @param {Readonly<Record<string, string>>} table  the words by their English text. A place like `{text}` or `{text2}` holds
 *   more of the table, any other one (`{deck}`) what stays as it is; of two that fit, the upper one is taken
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

/** @param {string} english */
function recognizer(english) {
  const parts = english.split(/\{(\w+)\}/);
  const source = parts.map((part, at) =>
    at % 2 === 1 ? `(?<${part}>.+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`^${source.join('')}$`, 's');
}
