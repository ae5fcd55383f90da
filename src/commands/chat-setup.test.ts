import { expect, test } from 'vitest';
import { OAUTH_CLIENT } from '../../test/support/services/twitch-extension.ts';
import { KEPT_FOR_THE_USER, signingIn } from '../../test/support/signing-in.ts';
import { waitFor } from '../../test/support/wait.ts';
import { resolve } from '../settings/resolve.ts';
import { chatSetup, setUp } from './chat-setup.ts';

const environment = { platform: 'linux', env: {}, configDir: '/config', cwd: '/' } as const;

test('deckcast chat setup names the requested scopes, stores the sign-in for the user only, and prints the flags', async () => {
  const { settings } = await resolve(chatSetup.options, { environment });
  const { twitch, peer, kept, log, ended, file, printed } = await signingIn(({ authUrl, ...given }) =>
    setUp({
      settings: { ...settings, 'chat.auth_url': authUrl, 'chat.client_id': OAUTH_CLIENT },
      ...given,
    }),
  );
  await waitFor('a few questions', () => (twitch.polls >= 3 ? true : undefined));
  expect(printed()).toMatch(/^ABCDEFGH$/m);
  const sent = new URLSearchParams(peer.requests[0]?.body);
  expect(sent.get('scopes')).toBe('user:write:chat user:read:chat channel:manage:broadcast');
  expect(
    sent
      .get('scopes')
      ?.split(' ')
      .filter((scope) => !chatSetup.details?.includes(scope)),
  ).toEqual([]);
  twitch.agree('42');
  await ended;
  const [token] = twitch.tokens.keys();
  expect(file('/config/chat-token.json')).toMatchObject({
    access_token: token,
    refresh_token: `refresh-${token}`,
    client_id: OAUTH_CLIENT,
  });
  expect([...kept.values()]).toEqual([KEPT_FOR_THE_USER]);
  expect(printed()).toMatch(/^--chat\.service=twitch\n--chat\.channel=\w+$/m);
  expect(printed() + JSON.stringify(log.lines)).not.toContain(token);
});

test('deckcast chat setup asks for a missing client id', async () => {
  const resolution = await resolve(chatSetup.options, { environment });
  expect(await chatSetup.check?.(resolution, environment)).toMatchObject([{ where: '--chat.client_id' }]);
});
