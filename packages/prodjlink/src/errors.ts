/**
 * What can go wrong, by code:
 *
 * | code | meaning |
 * |---|---|
 * | `foreign` | a datagram does not begin like PRO DJ LINK |
 * | `truncated` | a message ends before its last field |
 * | `malformed` | a field holds something its layout forbids |
 * | `too-large` | a declared length is above its limit |
 * | `timeout` | an answer did not come in time |
 * | `unreachable` | nothing could be sent, or the connection was refused |
 * | `closed` | the other side closed the connection, or we did |
 * | `refused` | the other side understood the request and denied it |
 * | `not-ready` | the player has no database yet: it is starting, or has no medium |
 * | `missing` | there is no such file, export or track |
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

/** The only kind of error that this library throws for anything that a network or a device did. */
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

/** The code of an error of this library; undefined for any other. */
export function linkErrorCode(error: unknown): ProDjLinkErrorCode | undefined {
  return error instanceof ProDjLinkError ? error.code : undefined;
}
