/** The build script replaces these names. */

declare const __DECKCAST_VERSION__: string | undefined;
declare const __DECKCAST_COMMIT__: string | undefined;
declare const __DECKCAST_BUILT_AT__: string | undefined;
declare const __DECKCAST_BUILDER__: string | undefined;
declare const __DECKCAST_REGISTRY__: string | undefined;
declare const __DECKCAST_TWITCH_CLIENT_ID__: string | undefined;

export const UNBUILT = '0.0.0';

export const buildInfo = {
  version: typeof __DECKCAST_VERSION__ === 'string' ? __DECKCAST_VERSION__ : UNBUILT,
  commit: typeof __DECKCAST_COMMIT__ === 'string' ? __DECKCAST_COMMIT__ : 'unknown',
  /** ISO 8601. */
  builtAt: typeof __DECKCAST_BUILT_AT__ === 'string' ? __DECKCAST_BUILT_AT__ : '1970-01-01T00:00:00.000Z',
  builder: typeof __DECKCAST_BUILDER__ === 'string' ? __DECKCAST_BUILDER__ : 'source',
  /** Registry of the publisher; empty if not packaged. */
  registry: typeof __DECKCAST_REGISTRY__ === 'string' ? __DECKCAST_REGISTRY__ : '',
  /** Registered by the publisher; may be empty. */
  twitchClientId: typeof __DECKCAST_TWITCH_CLIENT_ID__ === 'string' ? __DECKCAST_TWITCH_CLIENT_ID__ : '',
} as const;

export const BUILD_LINE = `Build info: {${buildInfo.version} ${buildInfo.commit} ${buildInfo.builtAt} ${buildInfo.builder}}\n`;
