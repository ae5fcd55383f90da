import { parse, TomlError } from 'smol-toml';
import { say, type Text } from '../../core/message.ts';
import { BACKSLASH_IN_QUOTES, FormatError, MAX_DEPTH } from './format.ts';

/** Plain wording of obscure errors. */
const IN_WORDS: readonly (readonly [RegExp, Text])[] = [
  [/^invalid value/, say('format.text-in-quotes')],
  [/^(illegal character in|unexpected end of|incomplete) key/, say('format.name-equals-value')],
  [/^trying to redefine/, say('format.set-twice')],
  [/^.*escape/, BACKSLASH_IN_QUOTES],
];

export function readToml(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof TomlError) {
      const message = error.message.replace(/^Invalid TOML document: /, '');
      const [, words = message as Text] = IN_WORDS.find(([said]) => said.test(message)) ?? [];
      throw new FormatError(words, error.line);
    }
    throw error;
  }
}
