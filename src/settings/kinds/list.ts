/** Comma-separated, with CSV quoting like Go's. */
import { say } from '../../core/message.ts';
import type { Kind, Parsed } from '../../core/option.ts';
import { bad, good, notOneOf, quoted, scalarText } from './kind.ts';

/**
 * Commas separate on the command line, double quotes protect, and repeated flags add. Files have a list, or text
 * separated by blanks or commas.
 */
export const list: Kind<readonly string[]> = {
  type: 'strings',
  parse: readCsv,
  merge: (earlier, later) => [...earlier, ...later],
  fromFile(value) {
    return Array.isArray(value) ? readItems(value) : readText(value);
  },
  print: (values) => values.map((value) => (/[",\r\n]/.test(value) ? csvQuote(value) : value)).join(','),
};

/** Unresolved: `expandHome` and the working directory make them paths. */
export const folders: Kind<readonly string[]> = {
  ...list,
  path: 'directory',
  parse: (text) => withoutEmpty(readCsv(text)),
};

/** Texts with blanks, separated by commas only. Omits empty ones. */
export const phrases: Kind<readonly string[]> = {
  ...list,
  parse: (text) => withoutEmpty(readCsv(text)),
  fromFile(value) {
    if (Array.isArray(value)) {
      return withoutEmpty(readItems(value));
    }
    const scalar = scalarText(value);
    return scalar.ok ? withoutEmpty(readCsv(scalar.value.trim())) : scalar;
  },
};

/** Users write a blank after a comma. */
export function withoutEmpty(given: Parsed<readonly string[]>): Parsed<readonly string[]> {
  return given.ok ? good(given.value.map((text) => text.trim()).filter((text) => text !== '')) : given;
}

/** Keeps the order of preference; ignores case and repetitions. Aliases become their word. */
export function choices<const Values extends readonly string[]>(
  values: Values,
  titles?: Readonly<Record<Values[number], string>>,
  aliases: Readonly<Record<string, Values[number]>> = {},
): Kind<readonly Values[number][]> {
  const meanings = new Map<string, Values[number]>([
    ...values.map((value) => [value, value] as const),
    ...Object.entries(aliases),
  ]);
  const select = (given: Parsed<readonly string[]>): Parsed<readonly Values[number][]> => {
    const chosen = new Set<Values[number]>();
    for (const item of given.ok ? given.value : []) {
      const value = meanings.get(item.trim().toLowerCase());
      if (value === undefined) {
        return bad(notOneOf(item.trim(), [...meanings.keys()]));
      }
      chosen.add(value);
    }
    return given.ok ? good([...chosen]) : given;
  };
  return {
    type: 'string',
    choices: values,
    ...(titles && { choiceTitles: titles }),
    choiceAliases: aliases,
    several: true,
    parse: (text) => select(readText(text)),
    fromFile: (value) => select(Array.isArray(value) ? readItems(value) : readText(value)),
    print: (chosen) => chosen.join(','),
  };
}

function readItems(items: readonly unknown[]): Parsed<readonly string[]> {
  const values: string[] = [];
  for (const item of items) {
    const scalar = scalarText(item);
    if (!scalar.ok) {
      return scalar;
    }
    values.push(scalar.value);
  }
  return good(values);
}

function readText(value: unknown): Parsed<readonly string[]> {
  const scalar = scalarText(value);
  if (!scalar.ok) {
    return scalar;
  }
  const line = scalar.value.trim();
  if (line.includes('"')) {
    return readCsv(line);
  }
  return good(line.split(/[\s,]+/).filter((item) => item !== ''));
}

/** RFC 4180: quotes protect commas, a doubled quote is a quote. */
function readCsv(line: string): Parsed<readonly string[]> {
  if (line === '') {
    return good([]);
  }
  const values: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      const field = /"((?:[^"]|"")*)"(?=,|$)/y;
      field.lastIndex = at;
      const found = field.exec(line);
      if (found === null) {
        return bad(say('settings.quotes-do-not-match', { quoted: quoted(line) }));
      }
      values.push((found[1] ?? '').replaceAll('""', '"'));
      at = field.lastIndex;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma === -1 ? line.length : comma;
      const value = line.slice(at, end);
      if (value.includes('"')) {
        return bad(say('settings.quote-inside-put-whole-entry-double', { quoted: quoted(value) }));
      }
      values.push(value);
      at = end;
    }
    if (at >= line.length) {
      return good(values);
    }
    at += 1;
  }
}

function csvQuote(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
