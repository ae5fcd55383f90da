import { getProperties } from 'properties-file';
import { typed } from './format.ts';

export function readProperties(text: string): unknown {
  const values = Object.entries(getProperties(keepBackslashes(text)));
  return Object.fromEntries(values.map(([name, value]) => [name, typed(value)]));
}

/**
 * Keeps a backslash that begins no escape. Java drops it, which makes `\d` a `d` and breaks `C:\users`. Doubled, as
 * Java requires, it is one.
 */
function keepBackslashes(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (pair, next: string) =>
    next.length > 1 || /[ntrf:=#! \\\r\n]/.test(next) ? pair : `\\${pair}`,
  );
}
