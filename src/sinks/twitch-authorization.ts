/** Shared by parts that post, answer and set markers. */

import type { PartAuthorization } from '../core/contracts/part.ts';
import { RunError, UpstreamError } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import { readLive } from '../core/option.ts';
import type { SetupStep } from '../core/setup-step.ts';
import { type ChatAccountSettings, chatOptions } from './chat-options.ts';
import { writing } from './files.ts';

const REGISTER = 'https://dev.twitch.tv/console/apps/create';

/** Signs in, and selects Twitch and its channel. `also`: settings that switch the part on. */
export function twitchAuthorization<Settings extends ChatAccountSettings>(
  also: (settings: Settings) => Readonly<Record<string, string>>,
): PartAuthorization<Settings> {
  return {
    async givenBy(settings, { disk }) {
      const { readSignIn } = await import('../clients/twitch/user-tokens.ts');
      const signIn = await readSignIn(settings['chat.tokenfile'], disk);
      return signIn && { account: signIn.login };
    },
    async request(settings, tools, _, signal) {
      const clientId = settings['chat.client_id'];
      if (clientId === '') {
        throw new RunError(say('twitch-authorization.type-client-id-your-application-twitch'));
      }
      const [{ DeviceAuthorization }, { SCOPE }, { TokenValidator }, { storeSignIn }] = await Promise.all([
        import('../clients/twitch/device.ts'),
        import('../clients/twitch/account.ts'),
        import('../clients/twitch/token-validator.ts'),
        import('../clients/twitch/user-tokens.ts'),
      ]);
      const authUrl = settings['chat.auth_url'];
      const identity = new DeviceAuthorization(authUrl, clientId, tools, Object.values(SCOPE));
      const grant = await identity.begin(signal).catch((error: unknown) => {
        throw error instanceof UpstreamError && error.advice === 'stop'
          ? new RunError(say('twitch-authorization.check-client-id', { problem: error.text }))
          : error;
      });
      return {
        page: new URL(grant.verificationUri),
        code: grant.userCode,
        async given(ends) {
          const token = await identity.token(grant, ends);
          const file = settings['chat.tokenfile'];
          // Twitch may fail to name the account, but has given the token.
          await writing(file, storeSignIn(file, token, { clientId }, tools));
          tools.log.info('stored', { file });
          const owner = await new TokenValidator(authUrl, tools).ownerOf(token.accessToken, ends);
          await writing(file, storeSignIn(file, token, { clientId, login: owner?.login }, tools));
          return { ...channelSettings(settings, owner?.login ?? owner?.userId ?? ''), ...also(settings) };
        },
      };
    },
  };
}

/** For a card of Twitch alone, unless another service is in use. */
export function impliedByTwitch(settings: ChatAccountSettings): Readonly<Record<string, string>> {
  return readLive(settings, 'chat.token').isEmpty && readLive(settings, 'chat.channel') === ''
    ? { 'chat.service': 'twitch', ...withoutPosting(settings) }
    : {};
}

/** Keeps a Twitch channel, because the account may be a bot's; clears another service's. */
function channelSettings(settings: ChatAccountSettings, account: string): Record<string, string> {
  const isTwitch = readLive(settings, 'chat.service') === 'twitch';
  return {
    ...(isTwitch ? {} : { 'chat.service': 'twitch' }),
    ...(isTwitch && readLive(settings, 'chat.channel') !== '' ? {} : { 'chat.channel': account }),
    ...(readLive(settings, 'chat.token').isEmpty ? {} : { 'chat.token': '' }),
  };
}

/** Keeps a sign-in for another part from posting every track. */
export function withoutPosting(settings: ChatAccountSettings): Readonly<Record<string, string>> {
  return readLive(settings, 'chat.channel') === '' ? { 'chat.format': '' } : {};
}

export function signInSteps(
  settings: ChatAccountSettings,
  signIn: Text,
): readonly (SetupStep & { readonly set?: readonly ('chat.client_id' | 'chat.channel')[] })[] {
  const clientId = settings['chat.client_id'];
  return [
    ...(clientId === ''
      ? [{ text: say('twitch-authorization.twitch-register-application-once-because'), copy: REGISTER }]
      : []),
    // A wrong one stays at hand.
    ...(clientId === '' || clientId !== chatOptions['chat.client_id'].default
      ? [{ text: say('twitch-authorization.type-client-id-page-shows'), set: ['chat.client_id'] as const }]
      : []),
    { text: signIn, authorize: true as const },
  ];
}
