/**
 * Reasons why a library cannot be read:
 *
 * | code | meaning |
 * |---|---|
 * | `truncated` | the file ends too early |
 * | `malformed` | a field contradicts the layout: no rekordbox library, or one that was being written |
 * | `too-large` | the file declares more than any library has |
 * | `too-far` | the search for a row reached its limit of pages |
 * | `unreadable` | the medium does not return these bytes; thrown by a `LibraryFile` whose other parts can be read |
 */
export type LibraryErrorCode = 'truncated' | 'malformed' | 'too-large' | 'too-far' | 'unreadable';

/** Error caused by a library's bytes; the only kind that these throw. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';

  constructor(
    readonly code: LibraryErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Damage of one page; other pages may be intact. */
export function isDamage(error: unknown): boolean {
  return error instanceof LibraryError && error.code !== 'too-far' && error.code !== 'too-large';
}
