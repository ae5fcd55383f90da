/** The part of Twitch's extension helper that is used here: https://dev.twitch.tv/docs/extensions/reference/#helper-extensions */

export interface Authorization {
  readonly channelId: string;
  /** JSON web token for the backend. */
  readonly token: string;
}

export interface Helper {
  /** Called at once, and whenever the token is renewed. */
  onAuthorized(callback: (authorization: Authorization) => void): void;
  listen(target: 'broadcast', callback: (target: string, contentType: string, message: string) => void): void;
  readonly configuration: {
    /** Undefined when the broadcaster has saved nothing. */
    readonly broadcaster?: { readonly content: string };
    onChanged(callback: () => void): void;
    set(segment: 'broadcaster', version: string, content: string): void;
  };
}

declare global {
  interface Window {
    readonly Twitch: { readonly ext: Helper };
  }
}
