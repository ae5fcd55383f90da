/** A page of help as data, which the build writes into a file: everything but the folders of who reads it. */
import type { OptionEnvironment, UserPath } from '../core/option.ts';
import { userPath } from './places.ts';

/** What stands one below the other. */
export type HelpPage = readonly (string | PathRow)[];

/** The row of a flag whose default is a path. */
interface PathRow {
  readonly flag: string;
  readonly meaning: string;
  readonly path: UserPath;
  readonly indent: number;
}

export const WIDTH = 100;

/** The page as it is printed. */
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

/** Two columns that fit a narrow terminal: the left one is `indent` wide. */
export function row(left: string, right: string, indent: number): string {
  // A long name gets a line of its own.
  const first = left.length + 4 > indent ? [`  ${left}`] : [];
  const beside = first.length === 0 ? `  ${left}` : '';
  const texts = wrap(right, WIDTH - indent).map((line, index) =>
    `${(index === 0 ? beside : '').padEnd(indent)}${line}`.trimEnd(),
  );
  return [...first, ...texts].join('\n');
}

/** How wide the left column is. */
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
