/**
 * Judges our stand-in for Twitch's extension API by twurple, the library of most extensions. Our own requests are
 * tested against the stand-in.
 */
import { ApiClient } from '@twurple/api';
import type { AccessToken, AuthProvider } from '@twurple/auth';
import { expect, onTestFinished, test, vi } from 'vitest';
import { broadcastToken, externalToken } from '../../live/service/src/broadcast.ts';
import { EXTENSION } from '../support/services/twitch-extension.ts';
import { startTwitch } from './service.ts';

const KEY = Buffer.from(EXTENSION.secret, 'base64');
const CHANNEL = '42';

/** twurple's client for the stand-in, with a token of the extension. */
async function judged(accessToken: string) {
  const { twitch, peer } = await startTwitch();
  // twurple takes the address of a Twitch stand-in from this variable.
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

test('twurple writes the configuration of a channel, and reads it like a page', async () => {
  const { client, twitch } = await judged(await externalToken(EXTENSION.ownerId, KEY));
  await client.callApi(configuration('{"v":1}'));
  const query = { extension_id: EXTENSION.clientId, segment: 'developer', broadcaster_id: CHANNEL };
  expect(await client.callApi({ type: 'helix', url: 'extensions/configurations', query })).toEqual({
    data: [{ segment: 'developer', broadcaster_id: CHANNEL, version: '1', content: '{"v":1}' }],
  });
  expect(twitch.complaints).toEqual([]);
});

test('twurple broadcasts, too', async () => {
  const { client, twitch } = await judged(await broadcastToken(CHANNEL, EXTENSION.ownerId, KEY));
  const jsonBody = { target: ['broadcast'], broadcaster_id: CHANNEL, message: '{"v":1}' };
  await client.callApi({ type: 'helix', url: 'extensions/pubsub', method: 'POST', jsonBody });
  expect([twitch.of(CHANNEL).map(({ message }) => message), twitch.complaints]).toEqual([['{"v":1}'], []]);
});

test.each([
  ['is signed by somebody else', externalToken(EXTENSION.ownerId, Buffer.alloc(32)), '{}', /401/],
  ['belongs to somebody else', externalToken('1', KEY), '{}', /401/],
  ['is too large', externalToken(EXTENSION.ownerId, KEY), 'x'.repeat(5 * 1024 + 1), /400/],
])('twurple gets an error for a configuration that %s', async (_, token, content, status) => {
  const { client } = await judged(await token);
  await expect(client.callApi(configuration(content))).rejects.toThrow(status);
});
