/** What was built, from what, when and by whom. The build replaces these names by the values. */

declare const __DECKCAST_VERSION__: string | undefined;
declare const __DECKCAST_COMMIT__: string | undefined;
declare const __DECKCAST_BUILT_AT__: string | undefined;
declare const __DECKCAST_BUILDER__: string | undefined;
declare const __DECKCAST_REGISTRY__: string | undefined;
declare const __DECKCAST_TWITCH_CLIENT_ID__: string | undefined;

/** The version of sources that run without a build. */
export const UNBUILT = '0.0.0';

export const buildInfo = {
  version: typeof __DECKCAST_VERSION__ === 'string' ? __DECKCAST_VERSION__ : UNBUILT,
  commit: typeof __DECKCAST_COMMIT__ === 'string' ? __DECKCAST_COMMIT__ : 'unknown',
  /** ISO 8601. */
  builtAt: typeof __DECKCAST_BUILT_AT__ === 'string' ? __DECKCAST_BUILT_AT__ : '1970-01-01T00:00:00.000Z',
  builder: typeof __DECKCAST_BUILDER__ === 'string' ? __DECKCAST_BUILDER__ : 'source',
  /** Address of the npm registry of those who made this package; empty when it was not packaged. */
  registry: typeof __DECKCAST_REGISTRY__ === 'string' ? __DECKCAST_REGISTRY__ : '',
  /** Public client id that those who made this package have registered at Twitch; empty when they have none. */
  twitchClientId: typeof __DECKCAST_TWITCH_CLIENT_ID__ === 'string' ? __DECKCAST_TWITCH_CLIENT_ID__ : '',
} as const;

/** What `deckcast version` answers. */
export const BUILD_LINE = `Build info: {${buildInfo.version} ${buildInfo.commit} ${buildInfo.builtAt} ${buildInfo.builder}}\n`;
