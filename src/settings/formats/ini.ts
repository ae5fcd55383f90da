import { parse } from 'ini';
import { say } from '../../core/message.ts';
import { FormatError, MAX_DEPTH, typed } from './format.ts';

/** Names before the first section are top level. Names may be dotted. */
export function readIni(text: string): unknown {
  return tidy(parse(text.replace(COMMENTED_SECTION, '$1')));
}

/** The parser takes `[osc] ; comment` for a name. */
const COMMENTED_SECTION = /^([^\S\n]*\[[^\]\n]*\])[^\S\n]*[;#].*$/gm;

function tidy(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) {
    throw new FormatError(say('format.too-deep', { most: MAX_DEPTH }));
  }
  if (typeof value === 'string') {
    // The parser unquotes like JSON, and keeps the quotes if that fails ("\d+").
    return typed(/^".*"$/.test(value) ? value.slice(1, -1) : value);
  }
  if (Array.isArray(value)) {
    return value.map((inner) => tidy(inner, depth + 1));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, tidy(inner, depth + 1)]));
  }
  return value;
}
