/** Changes files in which a setting has lines of its own: all formats but JSON. */

import { lineAt } from '../formats/format.ts';
import { fold, upperCaseName } from '../names.ts';
import { type Candidate, type Change, type Editor, type FileValue, names, type Placed } from './editor.ts';

/** What differs from format to format. */
export interface Syntax {
  locate(text: string): readonly Placed[];
  /** A value as the format writes it. */
  spell(value: FileValue): string;
  /** The line of a setting. */
  assign(name: string, value: FileValue): string;
  /** Where a line with a new name at top level may begin; by default the end of the file. */
  topLevelAt?(text: string, placed: readonly Placed[]): number;
  /** Names are written like variables (`OSC_PORT`) where the file's own are. */
  readonly upperCase?: true;
}

export function lineEditor(syntax: Syntax): Editor {
  return {
    locate: syntax.locate,
    *candidates(text, change) {
      const placed = syntax.locate(text);
      const existing = placed.find(({ key }) => names(change, key));
      if (existing !== undefined) {
        yield* change.value === undefined
          ? [removed(text, existing)]
          : replaced(text, existing, change.value, syntax);
      } else if (change.value !== undefined) {
        yield* added(text, { ...change, value: change.value }, placed, syntax);
      }
    },
  };
}

/** The value alone, or where that does not do, the whole entry. */
function* replaced(text: string, setting: Placed, value: FileValue, syntax: Syntax): Iterable<Candidate> {
  const { start, valueAt, end, key, section } = setting;
  const written = (from: number, entry: string): Candidate => {
    const result = text.slice(0, from) + entry + text.slice(end);
    const [line = ''] = result.slice(lineStart(result, start)).split(/\r?\n/, 1);
    return { text: result, line: lineAt(text, start), written: line.trim() };
  };
  if (valueAt !== undefined) {
    yield written(valueAt, syntax.spell(value));
  }
  yield written(start, syntax.assign(key.slice(section.length), value));
}

function removed(text: string, { start, end, inline }: Placed): Candidate {
  const line = lineAt(text, start);
  if (inline) {
    const after = /^\s*,\s*/.exec(text.slice(end))?.[0] ?? '';
    const before = after === '' ? (/\s*,\s*$/.exec(text.slice(0, start))?.[0] ?? '') : '';
    return { text: text.slice(0, start - before.length) + text.slice(end + after.length), line };
  }
  return { text: text.slice(0, lineStart(text, start)) + text.slice(nextLine(text, end)), line };
}

/** The new setting below the line that shows its default, beside its relatives, or at top level. */
function* added(
  text: string,
  { name, value, exact }: Change & { readonly value: FileValue },
  placed: readonly Placed[],
  syntax: Syntax,
): Iterable<Candidate> {
  const indent = indentOf(text, placed.find(({ section }) => section === '')?.start ?? 0);
  const style =
    syntax.upperCase && !exact && placed.every(({ key }) => !/[a-z]/.test(key)) ? upperCaseName : same;
  const sample = sampleOf(text, name);
  if (sample !== undefined) {
    yield withLine(text, sample, syntax.assign(name, value));
  }
  for (const sibling of relatives(placed, name)) {
    const entry = syntax.assign(style(name.slice(sibling.section.length)), value);
    if (sibling.inline) {
      yield {
        text: `${text.slice(0, sibling.end)}, ${entry}${text.slice(sibling.end)}`,
        line: lineAt(text, sibling.start),
        written: entry,
      };
    } else {
      yield withLine(text, nextLine(text, sibling.end), indentOf(text, sibling.start) + entry);
    }
  }
  yield withLine(
    text,
    syntax.topLevelAt?.(text, placed) ?? text.length,
    indent + syntax.assign(style(name), value),
  );
}

const same = (name: string) => name;

/** Settings of the same sections, those with the most in common first; of equals the last in the file. */
function relatives(placed: readonly Placed[], name: string): readonly Placed[] {
  const shared = ({ key }: Placed) => {
    const parts = fold(name).split('.');
    const others = fold(key).split('.');
    const differs = parts.findIndex((part, at) => part !== others[at]);
    return differs === -1 ? parts.length : differs;
  };
  return placed
    .filter((one) => shared(one) > 0 && fold(name).startsWith(fold(one.section)))
    .map((one, at) => ({ one, at, near: shared(one) * 100 + one.section.length }))
    .sort((a, b) => b.near - a.near || b.at - a.at)
    .slice(0, MOST_TRIED)
    .map(({ one }) => one);
}

/** Each candidate is read whole. */
const MOST_TRIED = 4;

/** Where the line begins that follows the option's commented line, as `config init` writes it. */
function sampleOf(text: string, name: string): number | undefined {
  const line = new RegExp(`^[#;] ?${name.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')}[ \t]*[:=].*$`, 'm').exec(
    text,
  );
  return line === null ? undefined : nextLine(text, line.index);
}

function withLine(text: string, at: number, line: string): Candidate {
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

/** Where the line after this place begins. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** Where the comments begin that stand directly above this line. */
export function aboveComments(text: string, start: number): number {
  const block = /(?:^[ \t]*[#;].*\n)+$/m.exec(text.slice(0, start));
  return block === null ? start : block.index;
}

/** The blanks at the beginning of the line of this place. */
export function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}
