import { parse, TomlError } from 'smol-toml';
import { BACKSLASH_IN_QUOTES, FormatError, MAX_DEPTH } from './format.ts';

/** Plain wording of obscure errors. */
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^invalid value/, 'text goes in quotes, as in name = "value"'],
  [/^(illegal character in|unexpected end of|incomplete) key/, 'a setting is written name = value'],
  [/^trying to redefine/, 'set twice'],
  [/^.*escape/, BACKSLASH_IN_QUOTES],
];

export function readToml(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof TomlError) {
      const message = error.message.replace(/^Invalid TOML document: /, '');
      const [, words = message] = IN_WORDS.find(([said]) => said.test(message)) ?? [];
      throw new FormatError(words, error.line);
    }
    throw error;
  }
}
