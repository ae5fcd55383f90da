import type { Secret } from '../../core/option.ts';
import type { Picture } from '../../core/track.ts';

export interface ChatPost {
  /** Not empty, and within the service's limit. */
  readonly text: string;
  /** At most 25 characters. The service does not post a retry with the same nonce twice. */
  readonly nonce: string;
  /** Posted with the text; ignored by chats without pictures. */
  readonly cover?: Picture | undefined;
}

/** Posts into one channel of one chat service. */
export interface ChatClient {
  /** Longest message, in UTF-16 code units: at most the service's own limit. */
  readonly maxLength: number;
  /** Limit for the text of a picture, if that is shorter. */
  readonly maxCaption?: number;
  /** Escapes markup and mentions of the service. */
  escape(value: string): string;
  /** Throws UpstreamError; with `stop` it says what the user must check. */
  post(message: ChatPost, signal: AbortSignal): Promise<void>;
  /** Checks the token and, if the service allows it, the channel. Posts nothing. Throws as `post` does. */
  verify(signal: AbortSignal): Promise<void>;
  /** Resolves once the sign-in differs from the refused one, or with the signal. */
  mended?(signal: AbortSignal): Promise<void>;
}

export interface ChatAccount {
  readonly token: Secret;
  readonly channel: string;
  /** Base address instead of the service's own; the documented paths are appended. */
  readonly url: string | undefined;
}
