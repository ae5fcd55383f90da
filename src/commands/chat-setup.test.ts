import { expect, onTestFinished, test } from 'vitest';
import { memoryDisk } from '../../test/support/disk.ts';
import { httpPeer } from '../../test/support/http-peer.ts';
import { keptLog } from '../../test/support/log.ts';
import { OAUTH_CLIENT, TwitchExtension } from '../../test/support/services/twitch-extension.ts';
import { sleeplessClock } from '../../test/support/sleepless-clock.ts';
import { waitFor } from '../../test/support/wait.ts';
import { resolve } from '../config/resolve.ts';
import { chatSetup, setUp } from './chat-setup.ts';

const environment = { platform: 'linux', env: {}, configDir: '/config', cwd: '/' } as const;

test('deckcast chat setup names the rights that it asks for, keeps the sign-in for the user alone, and prints the flags', async () => {
  const twitch = new TwitchExtension();
  const peer = await httpPeer(twitch.behaviour);
  const disk = memoryDisk();
  const modes: (number | undefined)[] = [];
  const log = keptLog();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const { settings } = await resolve(chatSetup.options, { environment });
  let printed = '';
  const ended = setUp({
    settings: { ...settings, 'chat.auth_url': peer.url, 'chat.client_id': OAUTH_CLIENT },
    print: (text) => {
      printed += text;
    },
    tools: {
      clock: sleeplessClock(),
      disk: {
        ...disk,
        replace: (path, content, options) => {
          modes.push(options?.mode);
          return disk.replace(path, content);
        },
      },
      log,
      fetch,
      userAgent: 'deckcast/test',
    },
    signal: stop.signal,
  });
  await waitFor('a few questions', () => (twitch.polls >= 3 ? true : undefined));
  expect(printed).toMatch(/^ABCDEFGH$/m);
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
  expect(JSON.parse(String(disk.files.get('/config/chat-token.json')))).toMatchObject({
    access_token: token,
    refresh_token: `refresh-${token}`,
    client_id: OAUTH_CLIENT,
  });
  expect(modes).toEqual([0o600]);
  expect(printed).toMatch(/^--chat\.service=twitch\n--chat\.channel=\w+$/m);
  expect(printed + JSON.stringify(log.lines)).not.toContain(token);
});

test('without a client id it says what is missing', async () => {
  const resolution = await resolve(chatSetup.options, { environment });
  expect(chatSetup.check?.(resolution)).toMatchObject([{ where: '--chat.client_id' }]);
});
