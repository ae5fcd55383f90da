import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { memoryDisk } from '../../test/support/disk.ts';
import { freePort } from '../../test/support/free-port.ts';
import { keptLog } from '../../test/support/log.ts';
import { CLIENT, StreamingAccount } from '../../test/support/services/streaming-account.ts';
import { waitFor } from '../../test/support/wait.ts';
import { Secret } from '../core/option.ts';
import { resolve } from '../settings/resolve.ts';
import { readTokenFile } from '../sources/streamingsource/token-file.ts';
import { setUp, streamingSetup } from './streaming-setup.ts';

const environment = { platform: 'linux', env: {}, configDir: '/config' } as const;

async function waiting(change: { readonly secret?: string; readonly port?: number } = {}) {
  const clock = fakeClock();
  const disk = memoryDisk();
  const log = keptLog();
  const account = new StreamingAccount(clock);
  const stop = new AbortController();
  const port = change.port ?? (await freePort());
  const { settings } = await resolve(streamingSetup.options, { environment });
  let printed = '';
  const ended = setUp(
    {
      settings: {
        ...settings,
        'client-id': new Secret(CLIENT.id),
        'client-secret': new Secret(change.secret ?? CLIENT.secret),
        'streaming.auth_url': 'https://accounts.example',
      },
      print: (text) => {
        printed += text;
      },
      tools: { clock, disk, log, fetch: account.fetch, userAgent: 'deckcast/test' },
      signal: stop.signal,
    },
    port,
  );
  // A test may look at the failure later.
  ended.catch(() => undefined);
  onTestFinished(() => stop.abort());
  const address = await waitFor('an address', () => /https:\S+/.exec(printed)?.[0]);
  const callback = `http://127.0.0.1:${port}/callback`;
  await waitFor('the listener', () =>
    fetch(new URL('/elsewhere', callback)).then(
      ({ status }) => status,
      () => undefined,
    ),
  );
  return {
    account,
    address: new URL(address),
    callback,
    clock,
    disk,
    ended,
    log,
    printed: () => printed,
    stop,
  };
}

/** Opens the address, agrees, and follows the redirect, like a browser. */
async function agree(account: StreamingAccount, address: URL): Promise<Response> {
  const answer = await account.fetch(address);
  return fetch(answer.headers.get('location') ?? '');
}

describe('deckcast streaming setup', () => {
  test('prints the authorization address with its parameters', async () => {
    const { address, callback } = await waiting();
    expect(address.origin + address.pathname).toBe('https://accounts.example/authorize');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: CLIENT.id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'user-read-currently-playing',
      state: expect.stringMatching(/^[\w-]{22}$/),
    });
  });

  test('prints the flag and stores the token after the user has agreed', async () => {
    const { account, address, ended, disk, printed, log } = await waiting();
    const page = await agree(account, address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('You can close this page');
    await ended;
    const [token] = account.refreshTokens;
    expect(printed()).toMatch(new RegExp(`^--streamingsource\\.refresh=${token}$`, 'm'));
    expect(await readTokenFile('/config/streaming-token.json', disk)).toMatchObject({ refreshToken: token });
    expect(JSON.stringify(log.lines)).not.toContain(token);
  });

  test('prints the flag even if the token cannot be stored', async () => {
    const { account, address, ended, disk, printed } = await waiting();
    disk.replace = () => Promise.reject(new Error('the disk is full'));
    await agree(account, address);
    await expect(ended).rejects.toThrow(
      'cannot write /config/streaming-token.json (--streamingsource.tokenfile): the disk is full',
    );
    expect(printed()).toContain(`--streamingsource.refresh=${[...account.refreshTokens][0]}\n`);
  });

  test('keeps waiting after an answer with another state, and after an invalid address', async () => {
    const { account, address, callback, ended } = await waiting();
    const forged = await fetch(`${callback}?code=stolen&state=guessed`);
    expect(forged.status).toBe(400);
    const odd = await fetch(`${new URL(callback).origin}//`);
    expect(odd.status).toBe(404);
    expect(account.tokenCalls).toEqual([]);
    await agree(account, address);
    await ended;
  });

  test.each([
    ['access_denied', 'did not authorize deckcast: you refused'],
    ['<script>x</script>', 'it gave no reason'],
  ])('reports a refusal by the user without showing content of the request: %s', async (error, reason) => {
    const { address, callback, ended } = await waiting();
    const page = await fetch(`${callback}?error=${error}&state=${address.searchParams.get('state')}`);
    expect(page.status).toBe(400);
    expect(await page.text()).not.toMatch(/script|denied/);
    await expect(ended).rejects.toThrow(reason);
  });

  test('reports credentials that the service refuses', async () => {
    const { account, address, ended } = await waiting({ secret: 'wrong' });
    const page = await agree(account, address);
    expect(page.status).toBe(502);
    await expect(ended).rejects.toThrow('rejected the client id or secret');
  });

  test('gives up after ten minutes', async () => {
    const { clock, ended } = await waiting();
    await clock.advance(10 * 60_000);
    await expect(ended).rejects.toThrow('within ten minutes');
  });

  test('ends silently with its signal', async () => {
    const { ended, stop } = await waiting();
    stop.abort(new Error('stopped'));
    await ended;
  });

  test('names a port that another program holds', async () => {
    const { callback } = await waiting();
    const port = Number(new URL(callback).port);
    const { ended } = await waiting({ port });
    await expect(ended).rejects.toThrow(`port ${port} is in use by another program`);
  });
});
