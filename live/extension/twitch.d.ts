/** Used part of https://dev.twitch.tv/docs/extensions/reference/#helper-extensions */

export interface Helper {
  listen(target: 'broadcast', callback: (target: string, contentType: string, message: string) => void): void;
  readonly configuration: {
    /** Undefined if the broadcaster saved nothing. */
    readonly broadcaster?: { readonly content: string };
    /** Backend's message for this channel from before the page opened. */
    readonly developer?: { readonly content: string };
    /** Called when the configuration has arrived. */
    onChanged(callback: () => void): void;
    set(segment: 'broadcaster', version: string, content: string): void;
  };
}

declare global {
  interface Window {
    readonly Twitch: { readonly ext: Helper };
  }
}
