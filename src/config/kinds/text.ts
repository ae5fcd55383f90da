/** Kinds whose value is text: plain, secret, one of several, a path, a colour. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../core/errors.ts';
import { type Kind, type Parsed, Secret } from '../../core/option.ts';
import { bad, good, notOneOf, quoted, textual } from './kind.ts';

export const text: Kind<string> = textual({
  type: 'string',
  parse: good,
  print: (value) => value,
});

/**
 * A value that is never shown. `@path` reads it from that file (one trailing line break is cut), which keeps
 * it out of the shell's history; a value that itself begins with `@` is written `@@…`.
 */
export const secret: Kind<Secret> = textual({
  type: 'string',
  secret: true,
  async parse(value): Promise<Parsed<Secret>> {
    if (!value.startsWith('@')) {
      return good(new Secret(value));
    }
    if (value.startsWith('@@')) {
      return good(new Secret(value.slice(1)));
    }
    const path = expandHome(value.slice(1));
    try {
      return good(new Secret((await readFile(path, 'utf8')).replace(/\r?\n$/, '')));
    } catch (error) {
      return bad(`cannot read the value from its file: ${messageOf(error)}`);
    }
  },
  print: (value) => (value.isEmpty ? '' : '***'),
});

/**
 * One of the given words; upper and lower case are the same. List the empty string among them when "none" is
 * allowed.
 */
export function choice<const Values extends readonly string[]>(values: Values): Kind<Values[number]> {
  const shown = values.filter((value) => value !== '');
  return textual<Values[number]>({
    type: 'string',
    choices: shown,
    parse(given) {
      const value = values.find((candidate) => candidate.toLowerCase() === given.toLowerCase());
      return value === undefined ? bad(notOneOf(given, shown)) : good(value);
    },
    print: (value) => value,
  });
}

/** A file's name; `~/` means the home directory. Relative names start at the working directory. */
export const filePath: Kind<string> = pathKind('file');

/** A directory's name; `~/` means the home directory. Relative names start at the working directory. */
export const directory: Kind<string> = pathKind('directory');

function pathKind(path: 'file' | 'directory'): Kind<string> {
  return textual({
    type: 'string',
    path,
    parse: (value) =>
      value.includes('\0') ? bad('a path cannot hold a zero byte') : good(expandHome(value)),
    print: (value) => value,
  });
}

function expandHome(path: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;
}

/** `0099cc` or `09c`, always six lower-case digits once read. */
export const hexColor: Kind<string> = textual({
  type: 'string',
  parse(value) {
    const digits = value.replace(/^#/, '').toLowerCase();
    if (!/^([0-9a-f]{3}|[0-9a-f]{6})$/.test(digits)) {
      return bad(`a color is three or six hexadecimal digits (0099cc), not ${quoted(value)}`);
    }
    return good(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits);
  },
  print: (value) => value,
});
