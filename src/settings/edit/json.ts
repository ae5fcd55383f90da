import { applyEdits, modify, type Node, parseTree } from 'jsonc-parser';
import { lineAt } from '../formats/format.ts';
import { fold } from '../names.ts';
import { type Editor, names, type Placed } from './editor.ts';

export const jsonEditor: Editor = {
  locate: (text) => settingsOf(parseTree(text), []),
  propose(text, change) {
    const json = text.trim() === '' ? '{}\n' : text;
    const root = parseTree(json);
    const existing = settingsOf(root, []).find(({ key }) => names(change, key));
    const path = existing?.path ?? newPath(root, change.name);
    const formattingOptions = {
      insertSpaces: !/^\t/m.test(json),
      tabSize: /^ +/m.exec(json)?.[0].length ?? 2,
      eol: json.includes('\r\n') ? '\r\n' : '\n',
      keepLines: true,
    };
    return {
      text: applyEdits(json, modify(json, path, change.value, { formattingOptions })),
      line: lineAt(json, existing?.start ?? root?.offset ?? 0),
      ...(change.value !== undefined && {
        written: `${JSON.stringify(path.at(-1))}: ${JSON.stringify(change.value)}`,
      }),
    };
  },
};

type Property = Placed & { readonly path: string[] };

function propertiesOf(node: Node | undefined): readonly (readonly [string, Node, Node])[] {
  return (node?.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [name, value] = [] }) =>
    name === undefined || value === undefined ? [] : [[String(name.value), name, value] as const],
  );
}

function settingsOf(node: Node | undefined, sections: readonly string[]): readonly Property[] {
  return propertiesOf(node).flatMap(([name, { offset: start }, value]) => {
    const path = [...sections, name];
    const section = sections.map((part) => `${part}.`).join('');
    const end = value.offset + value.length;
    return value.type === 'object'
      ? settingsOf(value, path)
      : [{ key: section + name, section, start, end, path }];
  });
}

/** Path in the innermost section that begins the name. */
function newPath(node: Node | undefined, name: string): string[] {
  const found = propertiesOf(node).find(
    ([part, , { type }]) => type === 'object' && fold(name).startsWith(fold(`${part}.`)),
  );
  return found === undefined ? [name] : [found[0], ...newPath(found[2], name.slice(found[0].length + 1))];
}
