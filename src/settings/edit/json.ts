import { type Node, parseTree } from 'jsonc-parser';
import { lineAt } from '../formats/format.ts';
import { fold } from '../names.ts';
import { type Candidate, type Editor, type FileValue, names, type Placed } from './editor.ts';
import { indentOf, lineStart, nextLine } from './lines.ts';

export const jsonEditor: Editor = {
  locate: (text) => settingsOf(parseTree(text), ''),
  *candidates(text, change) {
    const json = text.trim() === '' ? '{}\n' : text;
    const placed = settingsOf(parseTree(json), '');
    const existing = placed.find(({ key }) => names(change, key));
    if (existing === undefined) {
      if (change.value !== undefined) {
        yield* added(json, change.name, spell(change.value));
      }
    } else if (change.value === undefined) {
      yield removed(json, existing);
    } else {
      const { valueAt, end, start } = existing;
      const written = spell(change.value);
      const result = json.slice(0, valueAt) + written + json.slice(end);
      yield { text: result, line: lineAt(json, start), written: json.slice(start, valueAt) + written };
    }
  },
};

type Property = Placed & { readonly valueAt: number };

function propertiesOf(node: Node | undefined): readonly (readonly [string, Node, Node])[] {
  return (node?.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [name, value] = [] }) =>
    name === undefined || value === undefined ? [] : [[String(name.value), name, value] as const],
  );
}

function settingsOf(node: Node | undefined, section: string): readonly Property[] {
  return propertiesOf(node).flatMap(([name, { offset: start }, value]) => {
    const key = section + name;
    const place = { key, section, start, valueAt: value.offset, end: value.offset + value.length };
    return value.type === 'object' ? settingsOf(value, `${key}.`) : [place];
  });
}

/** Into the innermost section that the name has, behind what stands there. */
function* added(text: string, name: string, value: string): Iterable<Candidate> {
  const root = parseTree(text);
  const sections: { readonly node: Node; readonly prefix: string }[] = [];
  for (
    let at: { readonly node: Node; readonly prefix: string } | undefined = root && { node: root, prefix: '' };
    at;
  ) {
    sections.unshift(at);
    const { node, prefix } = at;
    const inner = propertiesOf(node).find(
      ([part, , { type }]) => type === 'object' && fold(name).startsWith(fold(`${prefix}${part}.`)),
    );
    at = inner && { node: inner[2], prefix: `${prefix}${inner[0]}.` };
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  for (const { node, prefix } of sections) {
    const entry = `${JSON.stringify(name.slice(prefix.length))}: ${value}`;
    const last = propertiesOf(node).at(-1);
    if (last === undefined) {
      const at = node.offset + 1;
      const indent = indentOf(text, node.offset);
      const closing = text.slice(at, node.offset + node.length - 1).includes('\n') ? '' : `${eol}${indent}`;
      yield {
        text: `${text.slice(0, at)}${eol}${indent}  ${entry}${closing}${text.slice(at)}`,
        line: lineAt(text, at),
        written: entry,
      };
    } else {
      const at = last[2].offset + last[2].length;
      const { offset } = last[1];
      const isAlone = text.slice(lineStart(text, offset), offset).trim() === '';
      const separator = isAlone ? `,${eol}${indentOf(text, offset)}` : ', ';
      yield {
        text: text.slice(0, at) + separator + entry + text.slice(at),
        line: lineAt(text, at),
        written: entry,
      };
    }
  }
}

/** With its comma, and with its line where nothing else stands there. */
function removed(text: string, { start, end }: Property): Candidate {
  const line = lineAt(text, start);
  const comma = /^\s*,/.exec(text.slice(end))?.[0];
  const to = end + (comma?.length ?? 0);
  const before = comma === undefined ? text.slice(0, start).replace(/,(\s*)$/, '$1') : text.slice(0, start);
  const isAlone = /(^|\n)[ \t]*$/.test(before) && /^[ \t]*\r?\n/.test(text.slice(to));
  return isAlone
    ? { text: before.replace(/[ \t]*$/, '') + text.slice(nextLine(text, to)), line }
    : { text: before.trimEnd() + text.slice(to), line };
}

function spell(value: FileValue): string {
  return typeof value === 'object'
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value);
}
