/** Used part of Twitch's extension helper: https://dev.twitch.tv/docs/extensions/reference/#helper-extensions */

export interface Helper {
  listen(target: 'broadcast', callback: (target: string, contentType: string, message: string) => void): void;
  readonly configuration: {
    /** Undefined if the broadcaster has saved nothing. */
    readonly broadcaster?: { readonly content: string };
    /** Written by the backend for this channel before the page opened. */
    readonly developer?: { readonly content: string };
    /** Called when the page has received the configuration. */
    onChanged(callback: () => void): void;
    set(segment: 'broadcaster', version: string, content: string): void;
  };
}

declare global {
  interface Window {
    readonly Twitch: { readonly ext: Helper };
  }
}
