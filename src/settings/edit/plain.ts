/** The formats that are nothing but lines with a name and a text: dotenv, INI and Java properties. */
import { type FileValue, listText, type Placed } from './editor.ts';
import { aboveComments, lineEditor, nextLine } from './lines.ts';

export const dotenvEditor = lineEditor({
  locate: (text) => Array.from(text.matchAll(DOTENV), (found) => placedAt(found, '')),
  spell: spellDotenv,
  assign: (name, value) => `${name}=${spellDotenv(value)}`,
  upperCase: true,
});

export const iniEditor = lineEditor({
  locate: locateIni,
  spell: spellIni,
  assign: assignIni,
  topLevelAt(text, placed) {
    const last = placed.findLast(({ section }) => section === '');
    const section = /^\[/m.exec(text)?.index ?? text.length;
    return last === undefined ? aboveComments(text, section) : nextLine(text, last.end);
  },
});

export const propertiesEditor = lineEditor({
  locate: (text) =>
    Array.from(text.matchAll(PROPERTY), (found) => {
      const setting = placedAt(found, '');
      return { ...setting, key: setting.key.replace(/\\(.)/g, '$1') };
    }),
  spell: spellProperty,
  assign: (name, value) => `${name.replace(/[\s:=\\#!]/g, '\\$&')} = ${spellProperty(value)}`,
});

// As the dotenv library reads a line; the name may stand behind `export`.
const DOTENV =
  /^[ \t]*(?:export[ \t]+)?(?<key>[\w.-]+)(?:[ \t]*=[ \t]*|:[ \t]+)(?<value>'(?:\\'|[^'\r\n])*'|"(?:\\"|[^"\r\n])*"|`(?:\\`|[^`\r\n])*`|[^#\r\n]*)/dgm;
const INI =
  /^[ \t]*(?:\[(?<section>[^\]\r\n]*)\][ \t]*$|(?<key>[^=\r\n;#[][^=\r\n]*)(?:=[ \t]*(?<value>[^\r\n]*))?)/dgm;
// A backslash at the end of a line goes on with the next one.
const PROPERTY =
  /^[ \t\f]*(?![#!])(?<key>(?:\\.|[^\\\s:=])+)(?:[ \t\f]*[:=])?[ \t\f]*(?<value>(?:\\\r?\n|\\[^\r\n]|[^\\\r\n])*)/dgm;

/** What one of the expressions has found. */
function placedAt(
  { groups, indices }: RegExpExecArray,
  section: string,
): Placed & { readonly valueAt: number } {
  const [start = 0, nameEnd = 0] = indices?.groups?.key ?? [];
  const [valueAt, valueEnd] = indices?.groups?.value ?? [nameEnd, nameEnd];
  const value = groups?.value ?? '';
  const end = valueEnd - (value.length - value.trimEnd().length);
  return { key: section + (groups?.key ?? '').trim(), section, start, valueAt, end };
}

function locateIni(text: string): readonly Placed[] {
  const placed: Placed[] = [];
  let section = '';
  for (const found of text.matchAll(INI)) {
    if (found.groups?.section !== undefined) {
      section = `${found.groups.section.trim()}.`;
      continue;
    }
    const { valueAt, ...setting } = placedAt(found, section);
    const value = text.slice(valueAt, setting.end);
    const last = placed.at(-1);
    if (setting.key.endsWith('[]')) {
      // A list with a line for each entry is one setting.
      const key = setting.key.slice(0, -2);
      if (last?.key === key) {
        placed[placed.length - 1] = { ...last, end: setting.end };
      } else {
        placed.push({ ...setting, key });
      }
    } else if (found.groups?.value === undefined) {
      placed.push(setting);
    } else {
      // A comment ends a value that is not quoted.
      const bare = /^(?!(["']).*\1$)(?:\\[\s\S]|[^\\;#])*/.exec(value)?.[0] ?? value;
      placed.push({ ...setting, valueAt, end: valueAt + bare.trimEnd().length });
    }
  }
  return placed;
}

function textOf(value: FileValue): string {
  return typeof value === 'object' ? listText(value) : String(value);
}

function spellDotenv(value: FileValue): string {
  const text = textOf(value);
  if (/^[\w./:@%+,~-]*$/.test(text)) {
    return text;
  }
  if (/[\r\n]/.test(text)) {
    return `"${text.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
  }
  const quote = ["'", '`', '"'].find((mark) => !text.includes(mark)) ?? "'";
  return `${quote}${text}${quote}`;
}

/** A list with a line for each entry, unless it is plain: what is quoted cannot hold quotes. */
function assignIni(name: string, value: FileValue): string {
  return typeof value === 'object' && listText(value).includes('"')
    ? value.map((item) => `${name}[] = ${spellIni(item)}`).join('\n')
    : `${name} = ${spellIni(value)}`;
}

function spellIni(value: FileValue): string {
  const text = textOf(value);
  if (/[\p{Cc}]/u.test(text) || text !== text.trim() || /^(["']).*\1$/.test(text)) {
    return JSON.stringify(text);
  }
  return text.replace(/\\(?=[\\;#]|$)/g, '\\\\').replace(/[;#]/g, '\\$&');
}

function spellProperty(value: FileValue): string {
  return textOf(value)
    .replace(/\\/g, '\\\\')
    .replace(/^ /, '\\ ')
    .replace(/[\p{Cc}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
