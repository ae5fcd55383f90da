/**
 * Why a library cannot be read:
 *
 * | code | meaning |
 * |---|---|
 * | `truncated` | the file ends too early |
 * | `malformed` | a field contradicts the layout: not such a library, or one that was being written |
 * | `too-large` | more than any library has |
 * | `too-far` | a row was sought on as many pages as may be read for that |
 */
export type LibraryErrorCode = 'truncated' | 'malformed' | 'too-large' | 'too-far';

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
