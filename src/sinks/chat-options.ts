/** Shared by sinks that post, answer and set markers, and by `deckcast chat setup`. */
import type { ServiceTools } from '../clients/service.ts';
import type { TwitchChannel } from '../clients/twitch/account.ts';
import { defineOptions, readLive, Secret, type SettingsOf, UserPath } from '../core/option.ts';
import type { Disk } from '../core/tools.ts';
import { buildInfo } from '../host/package/build-info.ts';
import { choice, filePath, flag, secret, template, text, url } from '../settings/kinds.ts';
import { streamDelay } from '../settings/shared.ts';

export const SERVICE_NAMES = {
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
  twitch: 'Twitch',
} as const;

/** Chat command that cards propose. */
export const USUAL_COMMAND = '!track';

// Object.keys loses the type.
const SERVICES = Object.keys(SERVICE_NAMES) as readonly (keyof typeof SERVICE_NAMES)[];

export const chatOptions = defineOptions('Sinks', {
  'chat.token': {
    kind: secret,
    default: new Secret(''),
    help: 'token of the bot that posts; leave empty on Twitch to use its sign-in',
    live: 'while set',
  },
  'chat.channel': {
    kind: text,
    default: '',
    help: 'id of the chat channel; on Twitch its name',
    live: 'while set',
  },
  'chat.format': {
    kind: template,
    default: '$ARTIST$ - $SONG$',
    help: 'text of a chat message; empty posts none; $ARTIST$ and $SONG$ stand for the names, $ALBUM$, $BPM$, $KEY$ and more for other data of the track',
    live: 'while set',
  },
  'chat.cover': {
    kind: flag,
    default: false,
    help: 'send the cover along on Discord, Slack and Telegram',
    live: true,
  },
  'chat.delay': streamDelay('how long to wait before a track goes to the chat: as late as viewers hear it'),
  'chat.service': {
    kind: choice(SERVICES, SERVICE_NAMES),
    default: 'discord',
    help: 'chat service',
    words: 'discord slack telegram twitch bot message',
    live: true,
  },
  'chat.url': {
    kind: url,
    default: '',
    help: "base address of the chat service; empty is the service's own",
    live: true,
    sends: ['chat.token', 'chat.tokenfile'],
  },
  'chat.auth_url': {
    kind: url,
    default: 'https://id.twitch.tv',
    help: 'base address of the sign-in to Twitch',
    sends: ['chat.tokenfile'],
  },
  'chat.client_id': {
    kind: text,
    default: buildInfo.twitchClientId,
    help: 'public client id of the application that signs in to Twitch',
  },
  'chat.tokenfile': {
    kind: filePath,
    default: new UserPath('config', 'chat-token.json'),
    help: 'file for the sign-in to Twitch',
  },
});

export type ChatAccountSettings = SettingsOf<typeof chatOptions>;

export function isChatOn(settings: ChatAccountSettings): boolean {
  return (
    readLive(settings, 'chat.channel') !== '' &&
    (!readLive(settings, 'chat.token').isEmpty || isOnTwitch(settings))
  );
}

export function isOnTwitch(settings: ChatAccountSettings): boolean {
  return readLive(settings, 'chat.service') === 'twitch';
}

/** Uses the stored sign-in, not a token of the user's. */
export function usesSignIn(settings: ChatAccountSettings): boolean {
  return readLive(settings, 'chat.token').isEmpty && isOnTwitch(settings);
}

export function chatUrl(settings: ChatAccountSettings): string | undefined {
  const address = readLive(settings, 'chat.url');
  return address === '' ? undefined : address.replace(/\/+$/, '');
}

/** Changes with every live setting that tells where, and as whom, to post. */
export function accountKey(settings: ChatAccountSettings): string {
  return JSON.stringify([
    readLive(settings, 'chat.service'),
    readLive(settings, 'chat.url'),
    readLive(settings, 'chat.channel'),
    readLive(settings, 'chat.token').reveal(),
  ]);
}

/** Uses the user's token or the stored sign-in. */
export async function twitchChannel(
  settings: ChatAccountSettings,
  tools: ServiceTools & { readonly disk: Disk },
): Promise<TwitchChannel> {
  const [{ givenToken, storedTokens }, { DeviceAuthorization }] = await Promise.all([
    import('../clients/twitch/user-tokens.ts'),
    import('../clients/twitch/device.ts'),
  ]);
  const token = readLive(settings, 'chat.token');
  const identity = (clientId: string) => new DeviceAuthorization(settings['chat.auth_url'], clientId, tools);
  return {
    channel: readLive(settings, 'chat.channel'),
    url: chatUrl(settings),
    tokens: token.isEmpty
      ? storedTokens(settings['chat.tokenfile'], { ...tools, identity })
      : givenToken(token),
  };
}
