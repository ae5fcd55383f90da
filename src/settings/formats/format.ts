export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** From 1; absent if the parser does not report it. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    // Some parsers add an excerpt below their first line, which may show a secret.
    super(message.split('\n')[0] ?? '');
    this.line = line;
  }
}

/**
 * Sections (objects, names as written), lists, text, numbers, booleans and null. A number whose value loses something
 * of the text (leading zeros, 64 bits) stays text. Throws a FormatError.
 */
export type ReadFormat = (text: string) => unknown;

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** `true`, `false` and plain numbers of an untyped format get their type, if that loses nothing of the text. */
export function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') {
    return text === 'true';
  }
  const value = /^-?\d/.test(text) ? Number(text) : Number.NaN;
  return String(value) === text ? value : text;
}

/** For users who write a Windows path in a format with escapes. */
export const BACKSLASH_IN_QUOTES =
  'in double quotes a \\ begins an escape: put a path in single quotes, or type \\\\';

/** More than any option has, few enough for recursive parsers. */
export const MAX_DEPTH = 64;
