/** The result of every configuration format: a tree of sections and scalars, or an error with its place. */

/** A syntax error in a configuration file. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** From 1; absent where the parser does not report it. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    // Some parsers add an excerpt below their first line, which may show a secret.
    super(message.split('\n')[0] ?? '');
    this.line = line;
  }
}

/**
 * Reads a whole file. The tree's nodes are sections (objects, names as written), lists, text, numbers, booleans and
 * null; a number that would lose something (leading zeros, 64 bits) stays text. Throws a FormatError.
 */
export type ReadFormat = (text: string) => unknown;

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/**
 * The scalar of an untyped format: `true`, `false` and plain numbers get their type, when that loses nothing of the
 * text.
 */
export function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') {
    return text === 'true';
  }
  const value = /^-?\d/.test(text) ? Number(text) : Number.NaN;
  return String(value) === text ? value : text;
}

/** What people with a path of Windows meet in the formats that have escapes. */
export const BACKSLASH_IN_QUOTES =
  'in double quotes a \\ begins an escape: put a path in single quotes, or type \\\\';

/** Sections and lists inside one another: more than any option has, few enough for parsers that recurse. */
export const MAX_DEPTH = 64;
