import { say, type Text } from '../../core/message.ts';

export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** Counts from 1; absent if not reported. */
  readonly line: number | undefined;
  readonly text: Text;

  constructor(message: Text, line?: number) {
    // Drops excerpts below, which may show a secret.
    const text = typeof message === 'string' ? (message.split('\n')[0] ?? '') : message;
    super(String(text));
    this.text = text;
    this.line = line;
  }
}

/**
 * Sections (objects, names as written), lists, text, numbers, booleans and null. Numbers that lose text (leading zeros,
 * 64 bits) stay text. Throws a FormatError.
 */
export type ReadFormat = (text: string) => unknown;

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** Gives `true`, `false` and plain numbers of an untyped format their type, if nothing is lost. */
export function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') {
    return text === 'true';
  }
  const value = /^-?\d/.test(text) ? Number(text) : Number.NaN;
  return String(value) === text ? value : text;
}

/** Help for Windows paths in a format with escapes. */
export const BACKSLASH_IN_QUOTES = say('format.backslash-in-quotes');

/** Deeper than any option, but safe for recursive parsers. */
export const MAX_DEPTH = 64;
