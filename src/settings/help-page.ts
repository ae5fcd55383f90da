/** Data that the build writes without the reader's folders. */
import type { OptionEnvironment, UserPath } from '../core/option.ts';
import { userPath } from './places.ts';

export type HelpPage = readonly (string | PathRow)[];

/** Flag whose default is a path. */
interface PathRow {
  readonly flag: string;
  readonly meaning: string;
  readonly path: UserPath;
  readonly indent: number;
}

export const WIDTH = 100;

export function layOut(page: HelpPage, environment: OptionEnvironment): string {
  const texts = page.map((part) =>
    typeof part === 'string'
      ? part
      : row(part.flag, withDefault(part.meaning, userPath(part.path, environment)), part.indent),
  );
  return `${texts.join('\n')}\n`;
}

export function withDefault(meaning: string, shown: string): string {
  return `${meaning} (default ${shown})`;
}

/** Fits a narrow terminal; the left column is `indent` wide. */
export function row(left: string, right: string, indent: number): string {
  const first = left.length + 4 > indent ? [`  ${left}`] : [];
  const beside = first.length === 0 ? `  ${left}` : '';
  const texts = wrap(right, WIDTH - indent).map((line, index) =>
    `${(index === 0 ? beside : '').padEnd(indent)}${line}`.trimEnd(),
  );
  return [...first, ...texts].join('\n');
}

export function indentOf(lefts: readonly string[]): number {
  return Math.min(Math.max(...lefts.map(({ length }) => length)), 42) + 4;
}

export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
