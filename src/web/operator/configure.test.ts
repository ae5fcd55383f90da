import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { localPage } from '../../../test/support/local-page.ts';
import { testServer } from '../../../test/support/server.ts';
import { Secret } from '../../core/option.ts';
import { LocalPass } from './local-pass.ts';
import { signCode } from './signed-codes.ts';

async function start({ token = '', adminToken = '' } = {}) {
  const running = await testServer({
    'http.token': new Secret(token),
    'http.admin_token': new Secret(adminToken),
  });
  const { origin } = new URL(running.url);
  const request = async (
    headers: Readonly<Record<string, string>> = { Origin: origin },
    body: object = {},
  ) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${running.url}api/v1/configure`, init);
    const { reason = '' } = (await response.json()) as { reason?: string };
    return { status: response.status, reason, cookie: response.headers.get('set-cookie') };
  };
  const cookieOf = ({ cookie }: { readonly cookie: string | null }) => ({
    Origin: origin,
    Cookie: `other=1; ${cookie?.split(';')[0]}`,
  });
  return { running, origin, request, cookieOf };
}

describe('without a token', () => {
  test('lets the first page in for good, and tells a second one which to use', async () => {
    const { request, cookieOf } = await start();
    const first = await request();
    expect(first).toMatchObject({
      status: 200,
      cookie: expect.stringContaining('; HttpOnly; SameSite=Strict'),
    });
    expect(await request(cookieOf(first))).toMatchObject({ status: 200, cookie: null });
    expect(await request()).toMatchObject({
      status: 403,
      cookie: null,
      reason: expect.stringContaining('run "deckcast open" in a terminal here'),
    });
  });

  test('lets the first page in again if it was reloaded before it got the answer', async () => {
    const { request, cookieOf } = await start();
    const lost = await request();
    const again = await request();
    expect(again.status).toBe(200);
    expect(await request(cookieOf(again))).toMatchObject({ status: 200, cookie: null });
    expect(await request(cookieOf(lost))).toMatchObject({ status: 403 });
    expect(await request()).toMatchObject({ status: 403 });
  });

  test('reserves that place for pages on this computer', async () => {
    const { request, origin } = await start();
    for (const headers of [
      {},
      { Origin: 'https://elsewhere.example' },
      { Origin: origin, 'X-Real-IP': '203.0.113.9' },
    ]) {
      expect(await request(headers)).toMatchObject({ status: 403, cookie: null });
    }
    expect(await request()).toMatchObject({ status: 200 });
  });
});

test('lets the page opened for the user in by its code, once, and before all others', async () => {
  const { running, request, origin } = await start();
  const code = running.pass.issueCode();
  expect(await request()).toMatchObject({ status: 403 });
  expect(await request({ Origin: 'https://elsewhere.example' }, { code })).toMatchObject({ status: 403 });
  expect(await request({ Origin: origin }, { code })).toMatchObject({
    status: 200,
    cookie: expect.stringContaining('deckcast-'),
  });
  expect(await request({ Origin: origin }, { code })).toMatchObject({ status: 403 });
});

test('lets a page in with a code signed by the same user, once and in time', async () => {
  const { running, request, origin, cookieOf } = await start();
  await request(cookieOf(await request()));
  const { key } = running.pass;
  const code = signCode(key, Date.now());
  const late = signCode(key, Date.now() - 120_000);
  const foreign = signCode('another key', Date.now());
  for (const wrong of [late, foreign, code.slice(4), `${code.slice(0, -4)}aaaa`]) {
    expect(await request({ Origin: origin }, { code: wrong })).toMatchObject({ status: 403 });
  }
  expect(await request({ Origin: 'https://elsewhere.example' }, { code })).toMatchObject({ status: 403 });
  expect(await request({ Origin: origin }, { code })).toMatchObject({
    status: 200,
    cookie: expect.stringContaining('deckcast-'),
  });
  expect(await request({ Origin: origin }, { code })).toMatchObject({ status: 403 });
});

test('lets the first page in a little later if the browser did not open', async () => {
  const clock = fakeClock();
  const pass = new LocalPass(clock);
  const code = pass.issueCode();
  expect(pass.isFree).toBe(false);
  await clock.advance(20_000);
  expect(pass.isFree).toBe(true);
  const [cookie] = pass.handOver(9090).split(';');
  expect(pass.isShownIn(cookie)).toBe(true);
  expect([pass.isFree, pass.redeem(code)]).toEqual([false, true]);
});

test('with a token, requires it of the first page, and no longer after that', async () => {
  const { running, request, origin } = await start({ token: 'correct-horse' });
  expect(await request()).toMatchObject({ status: 401, reason: 'this needs the token of --http.token' });
  const page = await localPage(running.url, { Authorization: 'Bearer correct-horse' });
  expect((await fetch(`${running.url}api/v1/operator`, { headers: page })).status).toBe(200);
  const second = { Origin: origin, Authorization: 'Bearer correct-horse' };
  expect(await request(second)).toMatchObject({ status: 403, cookie: null });
});

test('lets holders of the admin token in: locally at any time, remotely without a cookie', async () => {
  const { request, origin, cookieOf } = await start({ adminToken: 'battery-staple' });
  await request(cookieOf(await request()));
  expect(await request()).toMatchObject({
    status: 401,
    reason: 'this needs the token of --http.admin_token',
  });
  const shown = { Origin: origin, Authorization: 'Bearer battery-staple' };
  expect(await request(shown)).toMatchObject({ status: 200, cookie: expect.stringContaining('deckcast-') });
  expect(await request({ ...shown, Via: '1.1 booth' })).toMatchObject({ status: 200, cookie: null });
});
