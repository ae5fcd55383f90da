import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { testServer, WELL } from '../../../test/support/server.ts';
import { keptSetup } from '../../../test/support/setup.ts';
import { Secret } from '../../core/option.ts';
import type { PhoneAnswer, PhoneCode, SignedIn } from '../wire/phone.ts';
import { LocalPass } from './local-pass.ts';
import { CODE_SECONDS, codeToType, SignInCodes } from './sign-in-codes.ts';

const TOKEN = 'correct horse 🐎';

async function start(token: string, host: string, reachable?: string) {
  const setup = { ...keptSetup(), ...(reachable !== undefined && { host: async () => reachable }) };
  const settings = { 'http.addr': { host, port: 0 }, 'http.token': new Secret(token) };
  const running = await testServer(settings, { ...WELL, setup: async () => setup });
  async function post<Answer>(
    path: string,
    body: object,
    headers = {},
  ): Promise<Answer & { status: number }> {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${running.url}api/v1/${path}`, init);
    return { ...((await response.json()) as Answer), status: response.status };
  }
  const authorization = { Authorization: `Bearer ${Buffer.from(TOKEN).toString('latin1')}` };
  return { running, post, show: () => post<Omit<PhoneCode, 'done'>>('phone', {}, authorization) };
}

describe('phone sign-in', () => {
  test('signs in one phone by the code in the picture, and no second one', async () => {
    const { running, post, show } = await start(TOKEN, '0.0.0.0');
    const { url, picture, seconds } = await show();
    expect(url).toMatch(
      new RegExp(`^http://192\\.168\\.1\\.20:${running.port}/dashboard/#sign-in=[0-9a-z]{10}$`),
    );
    expect(picture).toContain('<svg');
    expect(seconds).toBe(CODE_SECONDS);
    const code = url.split('=')[1];
    expect(await post<Partial<SignedIn>>('sign-in', { code })).toMatchObject({ status: 200, token: TOKEN });
    expect(await post<Partial<SignedIn>>('sign-in', { code })).toMatchObject({
      status: 401,
      v: 1,
      done: false,
      code: 'used',
      reason: 'this code has signed a device in already, and each works once: make another one',
    });
    expect(await post<Partial<SignedIn>>('sign-in', { code: 'z'.repeat(10) })).toMatchObject({
      status: 401,
      code: 'unknown',
      reason: 'there is no such code: check each letter, or make another one',
    });
  });

  test('takes a code as a person types it', async () => {
    const { post, show } = await start(TOKEN, '0.0.0.0');
    const [, code = ''] = (await show()).url.split('=');
    const typed = ` ${code.slice(0, 5)}-${code.slice(5)} `
      .toUpperCase()
      .replaceAll('0', 'O')
      .replaceAll('1', 'l');
    expect(await post<Partial<SignedIn>>('sign-in', { code: typed })).toMatchObject({ token: TOKEN });
  });

  test('gives no code without the token, and no token without a code', async () => {
    const { post } = await start(TOKEN, '0.0.0.0');
    expect(await post<PhoneAnswer>('phone', {})).toMatchObject({ status: 401 });
    for (const body of [{ code: '' }, { code: 7 }, {}, { code: 'x'.repeat(22) }]) {
      expect(await post<Partial<SignedIn>>('sign-in', body)).not.toHaveProperty('token');
    }
  });

  test('needs a token to be set, and a reachable address', async () => {
    const open = await start('', '0.0.0.0');
    expect(await open.show()).toMatchObject({ status: 409, needsToken: true });
    const closed = await start(TOKEN, '127.0.0.1');
    const answer = await closed.show();
    expect(answer).toMatchObject({ status: 409, reason: expect.stringContaining('in the settings') });
    expect(answer).not.toHaveProperty('needsToken');
  });

  test.each(['', TOKEN])(
    'says how to get on a network when this computer is on none, token: "%s"',
    async (token) => {
      const { show } = await start(token, '0.0.0.0', '127.0.0.1');
      const answer = await show();
      expect(answer).toMatchObject({ status: 409, reason: expect.stringContaining('on no network') });
      expect(answer).not.toHaveProperty('needsToken');
    },
  );
});

test('codes expire, and the oldest of too many is dropped', async () => {
  const clock = fakeClock();
  const codes = new SignInCodes(clock, codeToType);
  const [late, inTime] = [codes.issue(), codes.issue()];
  await clock.advance(CODE_SECONDS * 1_000 - 1);
  expect([inTime, inTime].map((code) => codes.redeem(code))).toEqual(['valid', 'used']);
  await clock.advance(1);
  expect(codes.redeem(late)).toBe('expired');
  const first = codes.issue();
  const others = Array.from({ length: 10 }, () => codes.issue());
  expect([first, ...others].map((code) => codes.redeem(code))).toEqual([
    'unknown',
    ...others.map(() => 'valid'),
  ]);
  expect(codes.signedIn).toBe(11);
});

test('a code that lets a page configure is too long to guess', () => {
  expect(new LocalPass(fakeClock()).issueCode()).toMatch(/^[\w-]{22}$/);
});
