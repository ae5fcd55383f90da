/** The part of Twitch's extension helper that is used here: https://dev.twitch.tv/docs/extensions/reference/#helper-extensions */

export interface Helper {
  listen(target: 'broadcast', callback: (target: string, contentType: string, message: string) => void): void;
  readonly configuration: {
    /** Undefined when the broadcaster has saved nothing. */
    readonly broadcaster?: { readonly content: string };
    /** What the backend wrote for this channel before the page was opened. */
    readonly developer?: { readonly content: string };
    /** Called when the page has got the configuration. */
    onChanged(callback: () => void): void;
    set(segment: 'broadcaster', version: string, content: string): void;
  };
}

declare global {
  interface Window {
    readonly Twitch: { readonly ext: Helper };
  }
}
