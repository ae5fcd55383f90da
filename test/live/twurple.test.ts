/**
 * The stand-in for what Twitch does for an extension, judged by the library that most of them are written with: what takes
 * the requests of twurple as Twitch does is what our own requests are tested against.
 */
import { ApiClient } from '@twurple/api';
import type { AccessToken, AuthProvider } from '@twurple/auth';
import { expect, onTestFinished, test, vi } from 'vitest';
import { broadcastToken, externalToken } from '../../live/service/src/broadcast.ts';
import { EXTENSION } from '../support/services/twitch-extension.ts';
import { startTwitch } from './service.ts';

const KEY = Buffer.from(EXTENSION.secret, 'base64');
const CHANNEL = '42';

/** Twurple's client, with a token of the extension, at the stand-in. */
async function judged(accessToken: string) {
  const { twitch, peer } = await startTwitch();
  // Where twurple looks for a Twitch other than the real one.
  vi.stubEnv('TWURPLE_MOCK_API_PORT', new URL(peer.url).port);
  onTestFinished(() => void vi.unstubAllEnvs());
  const token: AccessToken = {
    accessToken,
    refreshToken: null,
    scope: [],
    expiresIn: null,
    obtainmentTimestamp: 0,
  };
  const authProvider: AuthProvider = {
    clientId: EXTENSION.clientId,
    getCurrentScopesForUser: () => [],
    getAccessTokenForUser: async (user) => ({ ...token, userId: String(user) }),
    getAnyAccessToken: async () => token,
  };
  const client = new ApiClient({ authProvider, logger: { minLevel: 'critical' } });
  return { client, twitch };
}

const configuration = (content: string) =>
  ({
    type: 'helix',
    url: 'extensions/configurations',
    method: 'PUT',
    jsonBody: {
      extension_id: EXTENSION.clientId,
      segment: 'developer',
      broadcaster_id: CHANNEL,
      version: '1',
      content,
    },
  }) as const;

test('twurple writes the configuration of a channel, and reads it as pages get it', async () => {
  const { client, twitch } = await judged(await externalToken(EXTENSION.ownerId, KEY));
  await client.callApi(configuration('{"v":1}'));
  const query = { extension_id: EXTENSION.clientId, segment: 'developer', broadcaster_id: CHANNEL };
  expect(await client.callApi({ type: 'helix', url: 'extensions/configurations', query })).toEqual({
    data: [{ segment: 'developer', broadcaster_id: CHANNEL, version: '1', content: '{"v":1}' }],
  });
  expect(twitch.complaints).toEqual([]);
});

test('twurple broadcasts beside it', async () => {
  const { client, twitch } = await judged(await broadcastToken(CHANNEL, EXTENSION.ownerId, KEY));
  const jsonBody = { target: ['broadcast'], broadcaster_id: CHANNEL, message: '{"v":1}' };
  await client.callApi({ type: 'helix', url: 'extensions/pubsub', method: 'POST', jsonBody });
  expect([twitch.of(CHANNEL).map(({ message }) => message), twitch.complaints]).toEqual([['{"v":1}'], []]);
});

test.each([
  ['is signed by somebody else', externalToken(EXTENSION.ownerId, Buffer.alloc(32)), '{}', /401/],
  ['belongs to somebody else', externalToken('1', KEY), '{}', /401/],
  ['is too large', externalToken(EXTENSION.ownerId, KEY), 'x'.repeat(5 * 1024 + 1), /400/],
])('twurple is refused a configuration that %s', async (_, token, content, status) => {
  const { client } = await judged(await token);
  await expect(client.callApi(configuration(content))).rejects.toThrow(status);
});
