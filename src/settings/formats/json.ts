import { messageOf, syntaxMessageOf } from '../../core/errors.ts';
import { type Message, say } from '../../core/message.ts';
import { COMMA_BETWEEN, FormatError, inItsWords, lineAt } from './format.ts';

/** Plain wording of V8's errors, which differ between its versions. */
const IN_WORDS: readonly (readonly [RegExp, Message])[] = [
  [/end of JSON input|^Unterminated string/, say('format.ends-too-early')],
  [/escape/i, say('format.backslash-in-json')],
  [/control character/, say('format.line-break-in-json')],
  [/property name/, say('format.name-in-quotes')],
  [/^Expected ','/, COMMA_BETWEEN],
  [/after JSON/, say('format.after-the-end')],
  [
    /^Unexpected (token|number|string|identifier)|number|^".*is not valid JSON$/s,
    say('format.value-in-json'),
  ],
];

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 reports "at position 12", newer versions also "(line 2 column 5)".
    const message = messageOf(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    const atEnd = /end of JSON input/.test(message);
    const line = position === undefined ? undefined : lineAt(text, Number(position));
    const [, words = inItsWords(syntaxMessageOf(error))] =
      IN_WORDS.find(([said]) => said.test(message)) ?? [];
    throw new FormatError(words, atEnd ? lineAt(text, text.length) : line);
  }
}
