import type { Secret } from '../../core/option.ts';
import type { Picture } from '../../core/track.ts';

export interface ChatPost {
  /** Not empty, and within the service's limit. */
  readonly text: string;
  /** Up to 25 characters. The service posts a nonce once. */
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
  /** Throws UpstreamError; `stop` names the setting to check. */
  post(message: ChatPost, signal: AbortSignal): Promise<void>;
  /** Tests token and, if possible, channel. Posts nothing. Throws as `post`. */
  verify(signal: AbortSignal): Promise<void>;
  /** Resolves once the sign-in differs from the refused one. */
  mended?(signal: AbortSignal): Promise<void>;
}

export interface ChatAccount {
  readonly token: Secret;
  readonly channel: string;
  /** Replaces the service's base address; the documented paths are appended. */
  readonly url: string | undefined;
}
