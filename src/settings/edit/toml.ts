import { type AST, parseTOML } from 'toml-eslint-parser';
import { type Placed, spelledBy } from './editor.ts';
import { aboveComments, lineEditor, lineStart, nextLine } from './lines.ts';

const spell = spelledBy(spellText);

export const tomlEditor = lineEditor({
  locate,
  spell,
  assign: (name, value) => `${name.split('.').map(spellName).join('.')} = ${spell(value)}`,
  topLevelAt,
});

function locate(text: string): readonly Placed[] {
  const placed: Placed[] = [];
  const walk = (entry: AST.TOMLKeyValue, section: string, inline: boolean): void => {
    const key = `${section}${nameOf(entry.key)}`;
    if (entry.value.type === 'TOMLInlineTable') {
      for (const inner of entry.value.body) {
        walk(inner, `${key}.`, true);
      }
      return;
    }
    const [start] = entry.key.range;
    const [valueAt, end] = entry.value.range;
    placed.push({ key, section, start, valueAt, end, ...(inline && { inline }) });
  };
  for (const node of parseTOML(text).body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      walk(node, '', false);
    } else if (node.kind === 'standard') {
      for (const entry of node.body) {
        walk(entry, `${nameOf(node.key)}.`, false);
      }
    }
  }
  return placed;
}

function nameOf({ keys }: AST.TOMLKey): string {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value)).join('.');
}

/** Follows the last name before the first table, or precedes that table's comments. */
function topLevelAt(text: string, placed: readonly Placed[]): number {
  const table = parseTOML(text).body[0].body.find(({ type }) => type === 'TOMLTable');
  if (table === undefined) {
    return text.length;
  }
  const [start] = table.range;
  const last = placed.findLast(({ end }) => end < start);
  return last === undefined ? aboveComments(text, lineStart(text, start)) : nextLine(text, last.end);
}

/** Single quotes keep backslashes and double quotes. */
function spellText(value: string): string {
  return /[\\"]/.test(value) && !/['\p{Cc}]/u.test(value) ? `'${value}'` : JSON.stringify(value);
}

function spellName(part: string): string {
  return /^[\w-]+$/.test(part) ? part : JSON.stringify(part);
}
