import { type Message, say } from '../../core/message.ts';

export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** Counts from 1; absent if not reported. */
  readonly line: number | undefined;
  readonly text: Message;

  constructor(text: Message, line?: number) {
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

/** Quotes a parser about an error without a text of ours. Its later lines are excerpts, which may show a secret. */
export function inItsWords(message: string): Message {
  return say('format.broken', { detail: message.split('\n')[0] ?? '' });
}

/** Help for Windows paths in a format with escapes. */
export const BACKSLASH_IN_QUOTES = say('format.backslash-in-quotes');
export const COMMA_BETWEEN = say('format.comma-between');

/** Deeper than any option, but safe for recursive parsers. */
export const MAX_DEPTH = 64;
