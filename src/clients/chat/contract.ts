import type { Secret } from '../../core/option.ts';
import type { Picture } from '../../core/track.ts';

export interface ChatPost {
  /** Not empty, and no longer than the service takes. */
  readonly text: string;
  /** At most 25 characters: a retry with the same one is not posted twice. */
  readonly nonce: string;
  /** Posted with the text; ignored where a chat shows no pictures. */
  readonly cover?: Picture | undefined;
}

/** Posts into one channel of one chat service. */
export interface ChatClient {
  /** Longest message, in UTF-16 code units: at most the service's own limit. */
  readonly maxLength: number;
  /** The same for the text of a picture, where that is shorter. */
  readonly maxCaption?: number;
  /** Escapes what the service would treat as markup or a mention. */
  escape(value: string): string;
  /** Throws UpstreamError; with `stop` it says what the user must check. */
  post(message: ChatPost, signal: AbortSignal): Promise<void>;
  /** Asks whether it knows the token and, where that can be asked, the channel. Posts nothing. Throws as `post` does. */
  verify(signal: AbortSignal): Promise<void>;
  /** Resolves once there is another sign-in than the one that was refused, or with the signal. */
  mended?(signal: AbortSignal): Promise<void>;
}

export interface ChatAccount {
  readonly token: Secret;
  readonly channel: string;
  /** Base address instead of the service's own; the documented paths are appended. */
  readonly url: string | undefined;
}
