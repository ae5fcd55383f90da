/** What every format of a configuration file gives: a tree of sections and scalars, or where it went wrong. */

/** A configuration file that cannot be read as its format. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** Counted from 1; absent where the parser does not tell. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    // Some parsers draw a picture of the place below their first line, and it may show a secret.
    super(message.split('\n', 1)[0] ?? '');
    this.line = line;
  }
}

/**
 * Reads a whole file. The tree's nodes are sections (objects, names as written), lists, text, numbers,
 * booleans and null; a number whose text says more than its value (leading zeros, 64 bits) stays text.
 * Throws a FormatError.
 */
export type ReadFormat = (text: string) => unknown;

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/**
 * The scalar that an untyped format spells: `true`, `false` and plain numbers become what typed formats would
 * give, when that loses nothing of the text.
 */
export function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') {
    return text === 'true';
  }
  const value = /^-?\d/.test(text) ? Number(text) : Number.NaN;
  return String(value) === text ? value : text;
}
