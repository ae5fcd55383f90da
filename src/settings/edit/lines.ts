/** Formats with lines per setting: YAML and TOML. */

import { lineAt } from '../formats/format.ts';
import { fold } from '../names.ts';
import { type Change, type Editor, type FileValue, names, type Placed, type Proposal } from './editor.ts';

export interface Syntax {
  locate(text: string): readonly Placed[];
  spell(value: FileValue): string;
  assign(name: string, value: FileValue): string;
  /** Offset for a new line at top level; default: the end. */
  topLevelAt?(text: string, placed: readonly Placed[]): number;
}

export function lineEditor(syntax: Syntax): Editor {
  return {
    locate: syntax.locate,
    propose(text, { value, ...change }) {
      const placed = syntax.locate(text);
      const existing = placed.find(({ key }) => names({ ...change, value }, key));
      if (value === undefined) {
        return existing === undefined ? { text, line: 0 } : removed(text, existing);
      }
      return existing === undefined
        ? added(text, { ...change, value }, placed, syntax)
        : replaced(text, existing, value, syntax);
    },
  };
}

function replaced(text: string, setting: Placed, value: FileValue, syntax: Syntax): Proposal {
  const { start, valueAt, end, key, section } = setting;
  const entry =
    valueAt === undefined
      ? syntax.assign(key.slice(section.length), value)
      : text.slice(start, valueAt) + syntax.spell(value);
  const result = text.slice(0, start) + entry + text.slice(end);
  const [line = ''] = result.slice(lineStart(result, start)).split(/\r?\n/, 1);
  return { text: result, line: lineAt(text, start), written: line.trim() };
}

function removed(text: string, { start, end, inline }: Placed): Proposal {
  const line = lineAt(text, start);
  if (inline) {
    const after = /^\s*,\s*/.exec(text.slice(end))?.[0] ?? '';
    const before = after === '' ? (/\s*,\s*$/.exec(text.slice(0, start))?.[0] ?? '') : '';
    return { text: text.slice(0, start - before.length) + text.slice(end + after.length), line };
  }
  return { text: text.slice(0, lineStart(text, start)) + text.slice(nextLine(text, end)), line };
}

/** Adds below the commented default, else beside a related setting, else at top level. */
function added(
  text: string,
  { name, value }: Change & { readonly value: FileValue },
  placed: readonly Placed[],
  syntax: Syntax,
): Proposal {
  const sample = sampleOf(text, name);
  if (sample !== undefined) {
    return withLine(text, sample, syntax.assign(name, value));
  }
  const sibling = relativeOf(placed, name);
  if (sibling === undefined) {
    const indent = indentOf(text, placed.find(({ section }) => section === '')?.start ?? 0);
    const at = syntax.topLevelAt?.(text, placed) ?? text.length;
    return withLine(text, at, indent + syntax.assign(name, value));
  }
  const entry = syntax.assign(name.slice(sibling.section.length), value);
  return sibling.inline
    ? {
        text: `${text.slice(0, sibling.end)}, ${entry}${text.slice(sibling.end)}`,
        line: lineAt(text, sibling.start),
        written: entry,
      }
    : withLine(text, nextLine(text, sibling.end), indentOf(text, sibling.start) + entry);
}

/** Setting that shares most sections with the name; of several, the last. */
function relativeOf(placed: readonly Placed[], name: string): Placed | undefined {
  const shared = ({ key }: Placed) => {
    const parts = fold(name).split('.');
    const others = fold(key).split('.');
    const differs = parts.findIndex((part, at) => part !== others[at]);
    return differs === -1 ? parts.length : differs;
  };
  return placed
    .filter((one) => shared(one) > 0 && fold(name).startsWith(fold(one.section)))
    .toSorted((a, b) => shared(a) - shared(b) || a.section.length - b.section.length)
    .at(-1);
}

/** Offset below the commented line that `config init` writes. */
function sampleOf(text: string, name: string): number | undefined {
  const line = new RegExp(`^# ?${name.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')}[ \t]*[:=].*$`, 'm').exec(text);
  return line === null ? undefined : nextLine(text, line.index);
}

function withLine(text: string, at: number, line: string): Proposal {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text.slice(0, at);
  const opening = before === '' || before.endsWith('\n') ? '' : eol;
  return {
    text: `${before}${opening}${line}${eol}${text.slice(at)}`,
    line: before === '' ? 0 : lineAt(text, at - 1),
    written: line.trim(),
  };
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** Offset of the comments directly above a line, or of the line. */
export function aboveComments(text: string, start: number): number {
  const block = /(?:^[ \t]*[#;].*\n)+$/m.exec(text.slice(0, start));
  return block === null ? start : block.index;
}

function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}
