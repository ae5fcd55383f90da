import { hclPlaces } from '../formats/hcl.ts';
import { type Placed, spelledBy } from './editor.ts';
import { lineEditor } from './lines.ts';

const spell = spelledBy(spellText);

export const hclEditor = lineEditor({
  locate,
  spell,
  assign: (name, value) =>
    `${/^[\p{L}_][\p{L}\p{Nd}_.-]*$/u.test(name) ? name : spellText(name)} = ${spell(value)}`,
});

function locate(text: string): readonly Placed[] {
  return hclPlaces(text).map(({ path, start, valueAt, end, sectionAt }) => {
    const section = path
      .slice(0, -1)
      .map((part) => `${part}.`)
      .join('');
    const inline = sectionAt > 0 && !text.slice(sectionAt, start).includes('\n');
    // A here-document ends with its line break.
    const to = valueAt + text.slice(valueAt, end).trimEnd().length;
    return { key: path.join('.'), section, start, valueAt, end: to, ...(inline && { inline }) };
  });
}

function spellText(value: string): string {
  const escaped = value
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escaped}"`;
}
