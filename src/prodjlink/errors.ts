/**
 * What can go wrong, by code:
 *
 * | code | meaning |
 * |---|---|
 * | `foreign` | a datagram does not begin as PRO DJ LINK does |
 * | `truncated` | a message ends before its last field |
 * | `malformed` | a field holds something its layout forbids |
 * | `too-large` | a declared length is above its limit |
 * | `timeout` | an answer did not come in time |
 * | `unreachable` | nothing could be sent there, or nobody accepts a connection |
 * | `closed` | the other side closed the connection, or we did |
 * | `refused` | the other side understood and said no |
 * | `not-ready` | the player has no database yet: it starts, or holds no medium |
 * | `missing` | there is no such file, export or track |
 * | `stale` | the file or the medium it was on has gone |
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
  | 'busy';

/** The only kind of error this library lets out for anything a network or a device did. */
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
