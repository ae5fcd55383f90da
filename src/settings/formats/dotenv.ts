import { parse } from 'dotenv';
import { say } from '../../core/message.ts';
import { FormatError, typed } from './format.ts';

/** Parsing takes time quadratic in a line's length. */
const MAX_LINE = 8192;

/**
 * Reads a `NAME=value` per line; names may contain dots, dashes and underscores. Never expands `$`, so that formats
 * such as `$ARTIST$ - $SONG$` stay, quoted or not.
 */
export function readDotenv(text: string): unknown {
  const entries: [string, unknown][] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) {
      continue;
    }
    if (line.length > MAX_LINE) {
      throw new FormatError(say('format.line-too-long', { most: MAX_LINE }), index + 1);
    }
    const [entry] = Object.entries(parse(line));
    if (entry === undefined) {
      throw new FormatError(say('format.line-name-value'), index + 1);
    }
    entries.push([entry[0], typed(entry[1])]);
  }
  return Object.fromEntries(entries);
}
