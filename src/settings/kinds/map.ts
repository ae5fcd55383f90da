import { say } from '../../core/message.ts';
import type { Kind, Parsed } from '../../core/option.ts';
import { bad, good, scalarText } from './kind.ts';

/** Has no prototype. */
export interface SettingsMap {
  readonly [name: string]: string | number | boolean | SettingsMap;
}

const MAX_DEPTH = 8;

/** Free-form section, unchanged. No flag or variable can hold it. */
export const map: Kind<SettingsMap> = {
  type: 'map',
  fileOnly: true,
  parse: () => bad(say('settings.section-configuration-file-not-single-value')),
  fromFile: (value) => readMap(value, 1),
  print: (value) => JSON.stringify(value),
};

function readMap(value: unknown, depth: number): Parsed<SettingsMap> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) {
    return bad(say('settings.section-names-values-not-single-value'));
  }
  if (depth > MAX_DEPTH) {
    return bad(say('settings.sections-nest-most-deep-here', { count: MAX_DEPTH }));
  }
  const result: Record<string, string | number | boolean | SettingsMap> = Object.create(null);
  for (const [name, inner] of Object.entries(value)) {
    const read = readEntry(inner, depth);
    if (!read.ok) {
      return bad(say('core.about', { about: name, text: read.problem }));
    }
    result[name] = read.value;
  }
  return good(result);
}

function readEntry(value: unknown, depth: number): Parsed<string | number | boolean | SettingsMap> {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)) {
    // `Number.isSafeInteger` does not narrow.
    return good(value as string | boolean | number);
  }
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return good(value);
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? readMap(value, depth + 1)
    : scalarText(value);
}
