import { lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { httpPeer } from '../../test/support/http-peer.ts';
import { waitFor } from '../../test/support/wait.ts';
import { Secret } from '../core/option.ts';
import { systemClock } from '../host/clock.ts';
import { AccountTokens } from './account/token.ts';
import { exchange } from './http.ts';
import { DeviceAuthorization } from './twitch/device.ts';

const NEVER = new AbortController().signal;

test.each([
  ['a header', { url: new URL('http://127.0.0.1:1/'), headers: { authorization: 'key=hush\nhush' } }],
  ['the address', { url: new URL('http://ada:hush@127.0.0.1:1/bothush/send') }],
])('does not repeat a secret in %s that makes the request impossible', async (_, request) => {
  const bounds = { timeLimitMs: 1000, maxBytes: 0, signal: NEVER };
  const failed = exchange('the service', { ...request, ...bounds }, { fetch, clock: systemClock });
  await expect(failed).rejects.toMatchObject({
    advice: 'stop',
    message: expect.stringMatching(/^the service cannot be called: (?!.*hush)/s),
  });
});

test('ends with its signal, for its reason', async () => {
  const peer = await httpPeer(() => 'hang');
  const stop = new AbortController();
  const request = { url: new URL(peer.url), timeLimitMs: 60_000, maxBytes: 0, signal: stop.signal };
  const failed = exchange('the service', request, { fetch, clock: systemClock });
  const reason = new Error('no longer wanted');
  const expected = expect(failed).rejects.toBe(reason);
  await waitFor('the request', () => peer.requests[0]);
  stop.abort(reason);
  await expected;
});

const LATE = 'the service did not answer within 10 s';

test.each([
  [
    'the name server',
    'https://api.example.org/',
    'localhost',
    /^the service cannot be reached: the name server does/,
  ],
  ['the service, if its name was looked up', 'https://api.example.org/', '', LATE],
  ['the service, if it has no name', 'https://192.0.2.1/', 'localhost', LATE],
  ['the service, if its name is of this network', 'http://nas.local/', 'localhost', LATE],
])('blames %s when the time limit ends', async (_, url, pending, message) => {
  let lookedUp: Promise<unknown> | undefined;
  const hangs = () => {
    lookedUp =
      pending === ''
        ? undefined
        : new Promise((resolve) => lookup(pending, () => setImmediate(resolve, undefined)));
    return new Promise<Response>(() => undefined);
  };
  // A lookup ends no sooner than the next turn of the event loop.
  const after = (_ms: number, run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  };
  const tools = { fetch: hangs, clock: { ...systemClock, after } };
  const failed = exchange('the service', { url: new URL(url), signal: NEVER }, tools);
  await expect(failed).rejects.toThrow(message);
  await lookedUp;
});

test.each([307, 308])('sends no code and no token after a redirection (%i)', async (status) => {
  const elsewhere = await httpPeer();
  const { url } = await httpPeer(() => ({ status, headers: { location: elsewhere.url } }));
  const tools = { fetch, clock: systemClock, userAgent: 'deckcast/test' };
  const tokens = new AccountTokens(url, { id: new Secret('id'), secret: new Secret('secret') }, tools);
  const device = new DeviceAuthorization(url, 'client', tools);
  const grant = { deviceCode: 'device', userCode: 'ABCDEFGH', verificationUri: '' };
  for (const send of [
    () => tokens.fromRefreshToken('refresh', NEVER),
    () => tokens.fromCode('code', 'http://127.0.0.1/callback', NEVER),
    () => device.begin(NEVER),
    () => device.token({ ...grant, lastsMs: 60_000, intervalMs: 1 }, NEVER),
  ]) {
    await expect(send()).rejects.toThrow(`answered ${status}`);
  }
  expect(elsewhere.requests).toEqual([]);
});
