/**
 * Why a library cannot be read:
 *
 * | code | meaning |
 * |---|---|
 * | `truncated` | the file ends too early |
 * | `malformed` | a field contradicts the layout: not such a library, or one that was being written |
 * | `too-large` | more than any library has |
 * | `too-far` | a row was sought on as many pages as may be read for that |
 * | `unreadable` | the medium does not give the bytes here; thrown by a `LibraryFile` whose other parts can be read |
 */
export type LibraryErrorCode = 'truncated' | 'malformed' | 'too-large' | 'too-far' | 'unreadable';

/** The only kind of error that a library's bytes cause. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';

  constructor(
    readonly code: LibraryErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Whether the error is due to the bytes of one page: other pages may be intact. */
export function isDamage(error: unknown): boolean {
  return error instanceof LibraryError && error.code !== 'too-far' && error.code !== 'too-large';
}
