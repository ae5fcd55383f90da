import { describe, expect, onTestFinished, test } from 'vitest';
import { type Behavior, httpPeer, type Reply } from '../../test/support/http-peer.ts';
import { OAUTH_CLIENT, TwitchExtension } from '../../test/support/services/twitch-extension.ts';
import { KEPT_FOR_THE_USER, signingIn } from '../../test/support/signing-in.ts';
import { waitFor } from '../../test/support/wait.ts';
import { resolve } from '../settings/resolve.ts';
import { liveSetup, setUp } from './live-setup.ts';

const environment = { platform: 'linux', env: {}, configDir: '/config', cwd: '/' } as const;
const KEY = 'dcl_0123456789abcdefghij';

/** `backend` answers the exchange. */
async function waiting(change: { clientId?: string; backend?: Behavior; twitch?: TwitchExtension } = {}) {
  const backend = await httpPeer(
    change.backend ?? (() => ({ status: 201, json: { api_key: KEY, channel_id: '42' } })),
  );
  const { settings } = await resolve(liveSetup.options, { environment });
  const run = signingIn(
    ({ authUrl, ...given }) =>
      setUp({
        settings: {
          ...settings,
          'live.auth_url': authUrl,
          'live.url': backend.url,
          'live.client_id': change.clientId ?? OAUTH_CLIENT,
        },
        environment,
        ...given,
      }),
    change.twitch,
  );
  return { backend, ...(await run) };
}

describe('deckcast live setup', () => {
  test('prints address and code, stores token and key for the user only, and prints the flag', async () => {
    const { twitch, backend, ended, printed, kept, file, log } = await waiting();
    await waitFor('a few questions', () => (twitch.polls >= 3 ? true : undefined));
    expect(printed()).toContain('https://www.twitch.tv/activate?public=true&device-code=ABCDEFGH');
    expect(printed()).toMatch(/^ABCDEFGH$/m);
    twitch.agree('42');
    await ended;
    const [token] = twitch.tokens.keys();
    expect(printed()).toMatch(new RegExp(`^--live\\.api_key=${KEY}$`, 'm'));
    expect(printed()).toMatch(new RegExp(`^--live\\.url=${backend.url}$`, 'm'));
    expect(backend.requests).toMatchObject([
      { method: 'POST', path: '/v1/api-keys', headers: { authorization: `OAuth ${token}` } },
    ]);
    expect(file('/config/.live-token.json')).toMatchObject({
      access_token: token,
      refresh_token: `refresh-${token}`,
    });
    expect(file('/config/.live-extension-api-key.json')).toEqual({ api_key: KEY, channel_id: '42' });
    expect([...kept.values()]).toEqual([KEPT_FOR_THE_USER, KEPT_FOR_THE_USER]);
    const logged = JSON.stringify(log.lines);
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(KEY);
  });

  test('prints a key even if it cannot be stored', async () => {
    const { twitch, disk, ended, printed } = await waiting();
    await waitFor('a question', () => (twitch.polls > 0 ? true : undefined));
    const { replace } = disk;
    disk.replace = (path, content) =>
      path.endsWith('key.json') ? Promise.reject(new Error('the disk is full')) : replace(path, content);
    twitch.agree('42');
    await expect(ended).rejects.toThrow(
      'cannot write /config/.live-extension-api-key.json: the disk is full',
    );
    expect(printed()).toMatch(new RegExp(`^--live\\.api_key=${KEY}$`, 'm'));
  });

  test('polls no faster than the service allows, and reports an expired code', async () => {
    const twitch = new TwitchExtension();
    twitch.interval = 10;
    twitch.expiresIn = 50;
    const { ended } = await waiting({ twitch });
    await expect(ended).rejects.toThrow('the code expired before it was entered');
    expect(twitch.polls).toBe(4);
  });

  test('reports a refusal by the user', async () => {
    const { twitch, ended } = await waiting();
    await waitFor('a question', () => (twitch.polls > 0 ? true : undefined));
    twitch.refuse();
    await expect(ended).rejects.toThrow('the code has expired, or was refused or used');
  });

  test('keeps polling through short failures', async () => {
    const { twitch, peer, ended, printed } = await waiting();
    await waitFor('a question', () => (twitch.polls > 0 ? true : undefined));
    const answers: Reply[] = ['reset', { status: 503 }];
    peer.behavior = (request) => answers.shift() ?? twitch.behavior(request);
    twitch.agree('42');
    await ended;
    expect(printed()).toContain('--live.api_key=');
  });

  test.each([
    ['an unknown client id', { clientId: 'other' }, 'rejects the client id: invalid client'],
    [
      'a backend that refuses the sign-in',
      { backend: () => ({ status: 401 }) },
      'the live backend rejects the sign-in',
    ],
    [
      'a backend that is broken',
      { backend: () => ({ status: 201, body: '<html>' }) },
      'the live backend sent something that is not JSON',
    ],
    ['a backend in trouble', { backend: () => ({ status: 502 }) }, 'the live backend answered 502'],
  ])('explains %s in one line', async (_, change, message) => {
    const { twitch, ended } = await waiting(change);
    const agreeing = setInterval(() => twitch.agree('42'), 5);
    onTestFinished(() => clearInterval(agreeing));
    const error = await ended.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('\n');
  });

  test('reports an unreachable service', async () => {
    const { peer, ended, twitch } = await waiting();
    await waitFor('a question', () => (twitch.polls > 0 ? true : undefined));
    await peer.close();
    await expect(ended).rejects.toThrow("Twitch's sign-in cannot be reached: nothing is listening there");
  });

  test('ends silently with its signal', async () => {
    const { ended, stop } = await waiting();
    stop.abort(new Error('stopped'));
    await ended;
  });

  test('asks for a missing client id', async () => {
    const resolution = await resolve(liveSetup.options, { environment });
    expect(await liveSetup.check?.(resolution, environment)).toMatchObject([{ where: '--live.client_id' }]);
  });
});
