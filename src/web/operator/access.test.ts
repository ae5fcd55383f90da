import { describe, expect, test } from 'vitest';
import { Secret } from '../../core/option.ts';
import { type Caller, denialOf, isForwarded, type Right } from './access.ts';

const LOCAL: Caller = {
  remoteAddress: '127.0.0.1',
  host: '127.0.0.1:9090',
  origin: undefined,
  site: undefined,
  token: undefined,
  forwarded: false,
  hasPass: false,
};
const NONE = new Secret('');
const TOKEN = new Secret('correct horse');
const PHONE = new Secret('battery staple');
const OWN = ['booth', 'booth.local'];

const answer = (change: Partial<Caller>, token = NONE, right: Right = 'operate', adminToken = NONE) =>
  denialOf(right, { ...LOCAL, ...change }, { token, phoneToken: NONE, adminToken, ownNames: OWN })?.status;

describe('without a token', () => {
  test.each<[string, Partial<Caller>]>([
    ['a program on this computer', {}],
    ['over IPv6', { remoteAddress: '::1', host: '[::1]:9090' }],
    ['an IPv4 address written as IPv6', { remoteAddress: '::ffff:127.0.0.1' }],
    ['our own page', { origin: 'http://127.0.0.1:9090' }],
    ['a GET of our own page', { site: 'same-origin' }],
    ['an address that was typed', { site: 'none' }],
    ['a WebSocket of our own page', { site: 'cross-site', origin: 'http://127.0.0.1:9090' }],
    ['our own page by its usual name', { host: 'localhost:9090', origin: 'http://localhost:9090' }],
    ['our own page by the computer’s name', { host: 'Booth.local:9090', origin: 'http://Booth.local:9090' }],
  ])('lets %s operate', (_who, change) => {
    expect(answer(change)).toBeUndefined();
  });

  test.each<[string, Partial<Caller>]>([
    ['another computer', { remoteAddress: '192.168.1.20' }],
    ['somebody behind a proxy on this computer', { forwarded: true }],
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['a picture on a page elsewhere', { site: 'cross-site' }],
    ['a picture on a page on another port', { site: 'same-site' }],
    ['a page on another port', { origin: 'http://127.0.0.1:8080' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a name elsewhere that was pointed here', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a request without a host', { host: undefined }],
    ['a connection that is gone', { remoteAddress: undefined }],
    ['anyone who shows some token', { remoteAddress: '192.168.1.20', token: '' }],
  ])('refuses %s', (_who, change) => {
    expect(answer(change)).toBe(403);
  });
});

test('names the token for other devices to a caller on one of them', () => {
  const door = { token: NONE, phoneToken: NONE, adminToken: NONE, ownNames: OWN };
  expect(denialOf('operate', { ...LOCAL, remoteAddress: '192.168.1.20' }, door)?.reason).toMatchObject({
    params: { option: { option: 'http.phone_token' } },
  });
});

describe('with a token for phones', () => {
  const answerWith = (change: Partial<Caller>, token = NONE, right: Right = 'operate') =>
    denialOf(right, { ...LOCAL, ...change }, { token, phoneToken: PHONE, adminToken: NONE, ownNames: OWN })
      ?.status;

  test.each<[string, Partial<Caller>]>([
    ['a program on this computer', {}],
    ['our own page', { origin: 'http://127.0.0.1:9090' }],
    ['our own page with an old token', { origin: 'http://127.0.0.1:9090', token: 'old' }],
    ['a phone that sends it', { remoteAddress: '192.168.1.20', token: PHONE.reveal() }],
  ])('lets %s operate', (_who, change) => {
    expect(answerWith(change)).toBeUndefined();
  });

  test.each<[string, Partial<Caller>]>([
    ['another computer', { remoteAddress: '192.168.1.20' }],
    ['another computer with an old token', { remoteAddress: '192.168.1.20', token: 'old' }],
    ['a caller behind a proxy on this computer', { forwarded: true }],
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['a name elsewhere that was pointed here', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('asks %s for it', (_who, change) => {
    expect(answerWith(change)).toBe(401);
  });

  test('lets nobody configure', () => {
    const phone = { remoteAddress: '192.168.1.20', token: PHONE.reveal() };
    expect(answerWith(phone, NONE, 'configure')).toBe(403);
  });

  test('asks this computer for the token that all need, if there is one too', () => {
    expect(answerWith({}, TOKEN)).toBe(401);
    expect(answerWith({ remoteAddress: '192.168.1.20', token: PHONE.reveal() }, TOKEN)).toBeUndefined();
  });
});

describe('with a token', () => {
  test('lets any caller with the token operate, from anywhere', () => {
    const phone = { remoteAddress: '192.168.1.20', host: 'dj.example', forwarded: true };
    expect(answer({ ...phone, token: 'correct horse' }, TOKEN)).toBeUndefined();
  });

  test.each([undefined, '', 'correct hors', 'correct horsf', 'correct horse '])(
    'refuses even this computer with %j',
    (token) => {
      expect(answer({ token }, TOKEN)).toBe(401);
    },
  );
});

describe('right to configure', () => {
  const ADMIN = new Secret('battery staple');
  const PHONE = { remoteAddress: '192.168.1.20', host: '192.168.1.10:9090' };
  const RIGHTS = ['operate', 'configure', 'configure here'] as const;
  const answers = (change: Partial<Caller>, token = TOKEN, admin = ADMIN) =>
    RIGHTS.map((right) => answer(change, token, right, admin));

  test.each<[string, Partial<Caller>, readonly (number | undefined)[]]>([
    ['a page on this computer that was let in', { hasPass: true }, [undefined, undefined, undefined]],
    ['anyone who shows the admin token', { ...PHONE, token: 'battery staple' }, [undefined, undefined, 403]],
    ['a program here that shows it', { token: 'battery staple' }, [undefined, undefined, 403]],
    ['anyone who shows the token', { ...PHONE, token: 'correct horse' }, [undefined, 401, 403]],
    ['a program here that shows it', { token: 'correct horse' }, [undefined, 401, 403]],
    ['another computer', PHONE, [401, 401, 403]],
    ['a program here', {}, [401, 401, 403]],
    ['the cookie from another computer', { ...PHONE, hasPass: true }, [401, 401, 403]],
    ['the cookie through a proxy', { forwarded: true, hasPass: true }, [401, 401, 403]],
    ['the cookie from a page elsewhere', { origin: 'https://evil.example', hasPass: true }, [401, 401, 403]],
    ['the cookie from a picture elsewhere', { site: 'same-site', hasPass: true }, [401, 401, 403]],
    ['the cookie under another name', { host: 'evil.example', hasPass: true }, [401, 401, 403]],
  ])('grants %s its rights only', (_who, change, wanted) => {
    expect(answers(change)).toEqual(wanted);
  });

  test('tells a second browser on this computer which one may keep files, and another computer that none there may', () => {
    const door = { token: NONE, phoneToken: NONE, adminToken: ADMIN, ownNames: OWN };
    const reason = (change: Partial<Caller>) =>
      String(denialOf('configure here', { ...LOCAL, token: 'battery staple', ...change }, door)?.reason);
    expect(reason({ origin: 'http://127.0.0.1:9090' })).toContain('the page that came first may do this');
    expect(reason(PHONE)).toContain('only the computer that deckcast runs on');
    expect(reason({ forwarded: true })).toContain('only the computer that deckcast runs on');
  });

  test('without tokens, lets a local program operate but not configure', () => {
    expect(answers({}, NONE, NONE)).toEqual([undefined, 403, 403]);
    expect(answers({ token: '' }, NONE, NONE)).toEqual([undefined, 403, 403]);
    expect(answers({ ...PHONE, token: '' }, NONE, NONE)).toEqual([403, 403, 403]);
  });
});

describe('isForwarded', () => {
  test.each([
    ['the standard', { forwarded: 'for=203.0.113.9' }],
    ['most proxies', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that tells the host alone', { 'x-forwarded-host': 'dj.example' }],
    ['a proxy that tells the protocol alone', { 'x-forwarded-proto': 'https' }],
    ['nginx, as its guides set it up', { 'x-real-ip': '203.0.113.9' }],
    ['HTTP itself', { via: '1.1 booth' }],
    ['Cloudflare', { 'cf-connecting-ip': '203.0.113.9' }],
    ['Akamai', { 'true-client-ip': '203.0.113.9' }],
    ['content networks', { 'cdn-loop': 'cloudflare' }],
    ['Fly', { 'fly-client-ip': '203.0.113.9' }],
    ['load balancers', { 'x-client-ip': '203.0.113.9' }],
    ['Kubernetes', { 'x-original-forwarded-for': '203.0.113.9' }],
    ['Tailscale', { 'tailscale-user-login': 'ada@example.org' }],
  ])('detects the headers of %s', (_who, headers) => {
    expect(isForwarded({ host: '127.0.0.1:9090', ...headers })).toBe(true);
  });

  test('ignores headers that browsers and programs send by themselves', () => {
    const usual = ['host', 'origin', 'referer', 'user-agent', 'accept', 'x-requested-with', 'sec-fetch-site'];
    expect(isForwarded(Object.fromEntries(usual.map((name) => [name, 'x'])))).toBe(false);
  });
});
