import { isMap, isScalar, isSeq, parseDocument, stringify } from 'yaml';
import { type Placed, spelledBy } from './editor.ts';
import { lineEditor } from './lines.ts';

const spell = spelledBy(spellText);

export const yamlEditor = lineEditor({
  locate,
  spell,
  assign: (name, value) => `${spellText(name)}: ${spell(value)}`,
});

function locate(text: string): readonly Placed[] {
  const placed: Placed[] = [];
  const walk = (node: unknown, section: string): void => {
    for (const { key, value } of isMap(node) ? node.items : []) {
      if (!isScalar(key) || !key.range) {
        continue;
      }
      const name = `${section}${key.source ?? String(key.value)}`;
      if (isMap(value)) {
        walk(value, `${name}.`);
      } else {
        const inline = isMap(node) && node.flow === true ? ({ inline: true } as const) : {};
        placed.push({
          key: name,
          section,
          start: key.range[0],
          ...extent(text, key.range[1], value),
          ...inline,
        });
      }
    }
  };
  // The reader has checked for duplicates; the library's check is quadratic.
  walk(parseDocument(text, { uniqueKeys: false }).contents, '');
  return placed;
}

function extent(text: string, nameEnd: number, value: unknown): Pick<Placed, 'valueAt' | 'end'> {
  const node = value as { readonly range?: readonly number[] | null } | null;
  const [from = 0, to = 0] = node?.range ?? [];
  if (text.slice(from, to).trim() === '') {
    return { end: text.indexOf(':', nameEnd) + 1 };
  }
  if (isSeq(value) && value.flow !== true) {
    // A block list becomes one in brackets. Comments after it belong to the next entry.
    const last = value.items.at(-1) as typeof node;
    return { end: last?.range?.[1] ?? to };
  }
  // Block text ends with its line break.
  return { valueAt: from, end: from + text.slice(from, to).trimEnd().length };
}

/** Spells a line that is valid within brackets. */
function spellText(value: string): string {
  return /[,[\]{}\p{Cc}]/u.test(value) ? JSON.stringify(value) : stringify(value, { lineWidth: 0 }).trimEnd();
}
