import type { Secret } from '../../core/option.ts';
import type { Picture } from '../../core/track.ts';

export interface ChatPost {
  /** Not empty, and within the service's limit. */
  readonly text: string;
  /** At most 25 characters. The service does not post a retry with the same nonce twice. */
  readonly nonce: string;
  /** Ignored by chats without pictures. */
  readonly cover?: Picture | undefined;
}

export interface ChatClient {
  /** UTF-16 code units: at most the service's own limit. */
  readonly maxLength: number;
  /** Limit for the text of a picture, if shorter. */
  readonly maxCaption?: number;
  escape(value: string): string;
  /** Throws UpstreamError; with `stop` it says what the user must check. */
  post(message: ChatPost, signal: AbortSignal): Promise<void>;
  /** Checks the token and, if possible, the channel. Posts nothing. Throws as `post` does. */
  verify(signal: AbortSignal): Promise<void>;
  /** Resolves once the sign-in differs from the refused one, or with the signal. */
  mended?(signal: AbortSignal): Promise<void>;
}

export interface ChatAccount {
  readonly token: Secret;
  readonly channel: string;
  /** Replaces the service's base address; the documented paths are appended. */
  readonly url: string | undefined;
}
