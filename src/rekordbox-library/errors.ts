/**
 * Why a library cannot be read:
 *
 * | code | meaning |
 * |---|---|
 * | `truncated` | the file ends before what it says is in it |
 * | `malformed` | something holds what its layout forbids: no such library, or one that was being written |
 * | `too-large` | more than any library has |
 */
export type LibraryErrorCode = 'truncated' | 'malformed' | 'too-large';

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
