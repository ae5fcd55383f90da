import { getProperties } from 'properties-file';
import { typed } from './format.ts';

export function readProperties(text: string): unknown {
  const values = Object.entries(getProperties(keepBackslashes(text)));
  return Object.fromEntries(values.map(([name, value]) => [name, typed(value)]));
}

/**
 * Java drops a backslash that begins no escape sequence, which turns the expression `\d` into a `d` and breaks
 * `C:\users`. Here it stays; the doubled one that Java asks for still means one.
 */
function keepBackslashes(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (pair, next: string) =>
    next.length > 1 || /[ntrf:=#! \\\r\n]/.test(next) ? pair : `\\${pair}`,
  );
}
