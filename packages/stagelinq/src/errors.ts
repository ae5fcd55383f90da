/**
 * Error codes:
 *
 * | code | meaning |
 * |---|---|
 * | `truncated` | a message ends before its last field |
 * | `malformed` | a field holds a value that its layout forbids |
 * | `too-large` | a declared length is above its limit |
 * | `bad-value` | a state's JSON could not be read; costs that one value only |
 * | `unreachable` | the device did not accept a connection (refused, no route, no answer in time) |
 * | `not-announced` | the device closed the connection at once: it missed our announcement, or rejects our token |
 * | `no-services` | the device accepted, but offered nothing in time, or not the requested service |
 * | `no-state` | the device offers services, but no StateMap: it has no decks to watch |
 * | `timeout` | an answer did not come in time |
 * | `silent` | nothing has arrived for too long, on a connection or of the announcements of a device that is gone |
 * | `closed` | the other side closed the connection |
 * | `left` | the device said goodbye, its announcements stopped, or it gave way to another one |
 * | `moved` | the device announced a new port or address, as it does after a reboot |
 * | `file-missing` | the device has no such file, or does not serve it |
 * | `busy` | too many requests are waiting already |
 */
export type StagelinqErrorCode =
  | 'truncated'
  | 'malformed'
  | 'too-large'
  | 'bad-value'
  | 'unreachable'
  | 'not-announced'
  | 'no-services'
  | 'no-state'
  | 'timeout'
  | 'silent'
  | 'closed'
  | 'left'
  | 'moved'
  | 'file-missing'
  | 'busy';

/** Error caused by the network or a device; the only kind that these throw. */
export class StagelinqError extends Error {
  override readonly name = 'StagelinqError';

  constructor(
    readonly code: StagelinqErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function asStagelinqError(cause: unknown, code: StagelinqErrorCode, message: string): StagelinqError {
  return cause instanceof StagelinqError ? cause : new StagelinqError(code, message, { cause });
}
