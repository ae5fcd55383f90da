import { messageOf, syntaxMessageOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { FormatError, lineAt } from './format.ts';

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 reports "at position 12", newer versions also "(line 2 column 5)".
    const message = messageOf(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    const atEnd = /end of JSON input/.test(message);
    const line = position === undefined ? undefined : lineAt(text, Number(position));
    throw new FormatError(
      atEnd ? say('format.ends-too-early') : syntaxMessageOf(error),
      atEnd ? lineAt(text, text.length) : line,
    );
  }
}
