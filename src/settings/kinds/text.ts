import { readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { encodingNamed } from '../../core/encoding.ts';
import { codeOf, textOf } from '../../core/errors.ts';
import { say, type TextId } from '../../core/message.ts';
import { type Files, type Kind, type Parsed, Secret } from '../../core/option.ts';
import { endingOfPicture } from '../../core/picture-type.ts';
import { PLACEHOLDERS } from '../../core/template.ts';
import type { FileInfo } from '../../core/tools.ts';
import { NameIndex } from '../names.ts';
import { bad, good, notOneOf, quoted, textual, WEB_ADDRESSES, withoutSecrets } from './kind.ts';

export const text: Kind<string> = textual({
  type: 'string',
  parse: good,
  print: (value) => value,
});

/** Text with placeholders. Unknown ones are printed as they are, so they are doubted, not refused. */
export function templateWith(placeholders: readonly string[]): Kind<string> {
  const names = placeholders.map((one) => one.replaceAll('$', ''));
  const index = new NameIndex(names);
  return textual({
    ...text,
    parse(given) {
      const written = given.match(/\$[A-Za-z]\w*\$?/g) ?? [];
      const unknown = written.find((one) => !placeholders.includes(one));
      if (unknown === undefined) {
        const isLost = given.includes('$') && written.length === 0;
        return isLost ? { ...good(given), doubt: say('settings.placeholders-lost') } : good(given);
      }
      const name = unknown.replaceAll('$', '');
      const meant = SYNONYMS[name.toUpperCase()] ?? index.meant(name)[0];
      return {
        ...good(given),
        doubt:
          meant !== undefined && names.includes(meant)
            ? say('settings.placeholder-meant', { given: unknown, meant: `$${meant}$` })
            : say('settings.unknown-placeholder', { given: unknown, names: placeholders.join(', ') }),
      };
    },
  });
}

const SYNONYMS: Readonly<Record<string, string>> = {
  NAME: 'SONG',
  TITLE: 'SONG',
  TRACK: 'SONG',
};

export const template = templateWith(PLACEHOLDERS);

/**
 * Shell line, changed and completed like the program's path that begins it. Its addresses, such as a stream's, may
 * contain passwords.
 */
export const commandLine: Kind<string> = {
  ...text,
  path: 'file',
  mayHoldPassword: 'path',
  print: (value) => value.replace(WEB_ADDRESSES, withoutSecrets),
};

/**
 * `@path` reads the value from a file (less one trailing line break), out of the shell's history. A leading `@` is
 * written `@@`.
 */
export const secret: Kind<Secret> = textual({
  type: 'string',
  secret: true,
  async parse(value, files = FILES_HERE): Promise<Parsed<Secret>> {
    if (!value.startsWith('@')) {
      return good(new Secret(value));
    }
    if (value.startsWith('@@')) {
      return good(new Secret(value.slice(1)));
    }
    const path = expandHome(value.slice(1));
    try {
      const bytes = await files.read(path);
      if (bytes === undefined) {
        return bad(say('settings.cannot-read-value-file-no-file', { path }));
      }
      const text = Buffer.from(bytes)
        .toString()
        .replace(/\r?\n$/, '');
      // Empty secrets would switch off their protection.
      return text === ''
        ? bad(say('settings.cannot-read-value-file-empty', { path }))
        : good(new Secret(text));
    } catch (error) {
      return bad(say('settings.cannot-read-value-file', { reason: textOf(error) }));
    }
  },
  print: (value) => (value.isEmpty ? '' : '***'),
});

/** Ignores case. An empty string among the values allows "none". `titles`: their words on pages. */
export function choice<const Values extends readonly string[]>(
  values: Values,
  titles?: Readonly<Record<Exclude<Values[number], ''>, string>>,
): Kind<Values[number]> {
  const shown = values.filter((value) => value !== '');
  return textual<Values[number]>({
    type: 'string',
    choices: shown,
    ...(titles && { choiceTitles: titles }),
    parse(given) {
      const value = values.find((candidate) => candidate.toLowerCase() === given.toLowerCase());
      return value === undefined ? bad(notOneOf(given, shown)) : good(value);
    },
    print: (value) => value,
  });
}

/** `auto`, or a WHATWG label, which becomes its canonical name. */
export const textEncoding: Kind<string> = textual({
  type: 'string',
  parse(given) {
    const encoding = given.toLowerCase() === 'auto' ? 'auto' : encodingNamed(given);
    return encoding === undefined
      ? bad(say('settings.not-text-encoding-auto-utf-8', { given: quoted(given) }))
      : good(encoding);
  },
  print: (value) => value,
});

const problemOfFile: ProblemOf = (found, path) =>
  found?.kind === 'folder' || (found === undefined && /[/\\]$/.test(path))
    ? 'settings.path-folder-name-file'
    : undefined;

/** Read once it exists; `~/` is the home directory. Relative to the working directory. */
export const fileToRead: Kind<string> = pathKind('file', problemOfFile);

/** Read once it exists. */
export const fileOrFolderToRead: Kind<string> = pathKind('file', () => undefined);

/** Need not exist. */
export const filePath: Kind<string> = { ...fileToRead, isWritten: true };

const problemOfExisting: ProblemOf = (found) => {
  if (found === undefined) {
    return 'settings.path-no-such-file';
  }
  return found.kind === 'folder' ? 'settings.path-not-a-file' : undefined;
};

/** Empty for none. */
export const existingFile: Kind<string> = pathKind('file', problemOfExisting);

const fileToAppear = pathKind('file', problemOfExisting, true);

/** Pictures that every browser shows. */
const PICTURE_ENDINGS = ['.png', '.jpg', '.jpeg', '.webp', '.svg'];

/** Empty for none. May be on a disk that is connected later. */
export const pictureFile: Kind<string> = textual({
  ...fileToAppear,
  async parse(value, files = FILES_HERE) {
    if (value !== '' && !PICTURE_ENDINGS.includes(extname(value).toLowerCase())) {
      return bad(notOneOf(extname(value), PICTURE_ENDINGS));
    }
    const parsed = await fileToAppear.parse(value, files);
    if (!parsed.ok || value === '') {
      return parsed;
    }
    // The page reports a disk that does not answer.
    const content = await files.read(parsed.value).catch(() => undefined);
    return content === undefined || endingOfPicture(content) !== undefined
      ? parsed
      : { ...bad(say('settings.not-a-picture')), later: parsed.value };
  },
});

/** Written into; need not exist. */
export const directory: Kind<string> = {
  ...pathKind('directory', (found) =>
    found === undefined || found.kind === 'folder' ? undefined : 'settings.path-file-not-folder',
  ),
  isWritten: true,
};

/** Empty for none. May be on a disk that is connected later. */
export const existingDirectory: Kind<string> = pathKind(
  'directory',
  (found) => {
    if (found === undefined) {
      return 'settings.path-no-such-folder';
    }
    return found.kind === 'folder' ? undefined : 'settings.path-not-a-folder';
  },
  true,
);

/** Gets undefined for a missing path. */
type ProblemOf = (found: Pick<FileInfo, 'kind'> | undefined, path: string) => TextId | undefined;

function pathKind(path: 'file' | 'directory', problemOf: ProblemOf, mayAppear = false): Kind<string> {
  return textual({
    type: 'string',
    path,
    async parse(value, files = FILES_HERE) {
      if (value.includes('\0')) {
        return bad(say('settings.path-cannot-hold-zero-byte'));
      }
      const expanded = expandHome(value);
      const found = value === '' ? 'unknown' : await foundAt(expanded, files);
      const problem = found === 'unknown' ? undefined : problemOf(found, expanded);
      if (problem === undefined) {
        return good(expanded);
      }
      const refused = bad(say(problem, { path: quoted(expanded) }));
      return mayAppear && found === undefined ? { ...refused, later: expanded } : refused;
    },
    print: (value) => value,
  });
}

/** An unresponsive disk is reported when the path is used. */
async function foundAt(path: string, files: Files): Promise<Parameters<ProblemOf>[0] | 'unknown'> {
  try {
    return await files.stat(path);
  } catch (error) {
    return codeOf(error) === 'ETIMEDOUT' ? 'unknown' : undefined;
  }
}

const FILES_HERE: Files = {
  async stat(path) {
    return { kind: (await stat(path)).isDirectory() ? 'folder' : 'file' };
  },
  read: (path) => readFile(path),
  realpath: (path) => realpath(path),
};

export function expandHome(path: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;
}

/** `0099cc` or `09c`; becomes six lower-case digits. */
export const hexColor: Kind<string> = textual({
  type: 'string',
  format: 'color',
  parse(value) {
    const digits = value.replace(/^#/, '').toLowerCase();
    if (!/^([0-9a-f]{3}|[0-9a-f]{6})$/.test(digits)) {
      return bad(say('settings.color-three-six-hexadecimal-digits-0099cc', { quoted: quoted(value) }));
    }
    return good(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits);
  },
  print: (value) => value,
});
