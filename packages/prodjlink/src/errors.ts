/**
 * Error codes:
 *
 * | code | meaning |
 * |---|---|
 * | `foreign` | a datagram does not begin like PRO DJ LINK |
 * | `truncated` | a message ends before its last field |
 * | `malformed` | a field holds a value that its layout forbids |
 * | `too-large` | a declared length is above its limit |
 * | `timeout` | an answer did not come in time |
 * | `unreachable` | nothing could be sent, or the connection was refused |
 * | `closed` | either side closed the connection |
 * | `refused` | the other side understood the request and denied it |
 * | `not-ready` | the player has no database yet: it is starting, or has no medium |
 * | `missing` | the file, export or track does not exist |
 * | `stale` | the file or its medium has gone |
 * | `unreadable` | the player cannot read this part of its medium; other parts may be intact |
 * | `busy` | too many requests are waiting already |
 */
export type ProDjLinkErrorCode =
  | 'foreign'
  | 'truncated'
  | 'malformed'
  | 'too-large'
  | 'timeout'
  | 'unreachable'
  | 'closed'
  | 'refused'
  | 'not-ready'
  | 'missing'
  | 'stale'
  | 'unreadable'
  | 'busy';

/** Error caused by the network or a device; the only kind that these throw. */
export class ProDjLinkError extends Error {
  override readonly name = 'ProDjLinkError';

  constructor(
    readonly code: ProDjLinkErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Undefined for other errors. */
export function linkErrorCode(error: unknown): ProDjLinkErrorCode | undefined {
  return error instanceof ProDjLinkError ? error.code : undefined;
}
