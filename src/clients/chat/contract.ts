import type { Secret } from '../../core/option.ts';

/** Posts into one channel of one chat service. */
export interface ChatClient {
  /** Longest message, in UTF-16 code units: at most the service's own limit. */
  readonly maxLength: number;
  /** Escapes what the service would treat as markup or a mention. */
  escape(value: string): string;
  /**
   * Posts one message, which is not empty. A retry with the same nonce (at most 25 characters) is not posted twice.
   * Throws UpstreamError; with `stop` it says what the user must check.
   */
  post(message: { readonly text: string; readonly nonce: string }, signal: AbortSignal): Promise<void>;
  /** Asks whether it knows the token and, where that can be asked, the channel. Posts nothing. Throws as `post` does. */
  verify(signal: AbortSignal): Promise<void>;
}

export interface ChatAccount {
  readonly token: Secret;
  readonly channel: string;
  /** Base address instead of the service's own; the documented paths are appended. */
  readonly url: string | undefined;
}
