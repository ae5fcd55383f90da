import { parse, TomlError } from 'smol-toml';
import { type Message, say } from '../../core/message.ts';
import { BACKSLASH_IN_QUOTES, COMMA_BETWEEN, FormatError, inItsWords, MAX_DEPTH } from './format.ts';

const TEXT_IN_QUOTES = say('format.text-in-quotes');

/** Plain wording of the library's errors. */
const IN_WORDS: readonly (readonly [RegExp, Message])[] = [
  [/^.*escape/, BACKSLASH_IN_QUOTES],
  [/^(illegal (character|empty|quoted).*|unexpected end of|incomplete) key/, say('format.name-equals-value')],
  [/^incomplete key-value/, say('format.name-equals-value')],
  [/^trying to redefine/, say('format.set-twice')],
  [/^expected comma/, COMMA_BETWEEN],
  [/^each key-value/, say('format.one-setting-a-line')],
  [/^(expected end of|unfinished) table/, say('format.section-in-brackets')],
  [/^unfinished array/, say('format.closing-missing', { sign: ']' })],
  [/^unfinished string/, say('format.closing-missing', { sign: '"' })],
  [/^control characters/, say('format.control-characters')],
  [/excessively nested/, say('format.too-deep', { most: MAX_DEPTH })],
  [/^(invalid (value|date)|illegal (leading zero|underscore)|unfinished numeric|integer)/, TEXT_IN_QUOTES],
];

export function readToml(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof TomlError) {
      const message = error.message.replace(/^Invalid TOML document: /, '');
      const [, words = inItsWords(message)] = IN_WORDS.find(([said]) => said.test(message)) ?? [];
      throw new FormatError(words, error.line);
    }
    throw error;
  }
}
