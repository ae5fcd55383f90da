import { request } from 'node:http';
import { expect, test } from 'vitest';
import { localPage } from '../../../test/support/local-page.ts';
import { type RunningServer, testServer, WELL } from '../../../test/support/server.ts';
import { Secret } from '../../core/option.ts';
import { ENDPOINT_LIST } from '../endpoints.ts';
import type { Right } from './access.ts';

type Headers = Readonly<Record<string, string>>;
const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9' };
const TOKEN = { Authorization: 'Bearer open sesame' };
const ADMIN_TOKEN = { Authorization: 'Bearer open wide' };
const OTHER_SITE = { Origin: 'https://elsewhere.example' };
/** Omits endpoints that check callers themselves. */
const GUARDED = ENDPOINT_LIST.flatMap(({ refusals, ...endpoint }) =>
  refusals?.[401] === undefined ? [endpoint] : [],
);
const ALL: readonly Right[] = ['operate', 'configure', 'configure here'];

/** Checks the unrestricted entries of the list, which the tests below trust. */
test('only on-air state, health and sign-in are open to everyone', () => {
  const open = ENDPOINT_LIST.filter(({ access }) => access === 'everyone').map(({ name }) => name);
  expect(open.join(', ')).toBe(
    'GET /now, GET /now.txt, GET /events, GET /beat, GET /decks, GET /health, GET /themes, GET /openapi.json, ' +
      'POST /sign-in, POST /configure',
  );
  const bySession = ENDPOINT_LIST.filter(({ access }) => access === 'session').map(({ name }) => name);
  expect(bySession).toEqual(['GET /history', 'GET /history/:format']);
});

test('settings, set-up and recordings require the right to configure', () => {
  const configured = GUARDED.filter(({ route }) => /^\/(setup|settings|recording)\b/.test(route));
  expect(configured.filter(({ access }) => !access.startsWith('configure'))).toEqual([]);
  expect(configured.length).toBeGreaterThan(8);
  // Pages request the right when one of these is refused.
  expect(GUARDED.filter(({ access }) => access.startsWith('configure'))).toEqual(configured);
});

test.each<[string, readonly Right[], (page: Headers, port: number) => Headers]>([
  ['another device', [], () => ELSEWHERE],
  ['another device with another token', [], () => ({ ...ELSEWHERE, Authorization: 'Bearer close sesame' })],
  ['another device with the token', ['operate'], () => ({ ...ELSEWHERE, ...TOKEN })],
  ['another device with the admin token', ['operate', 'configure'], () => ({ ...ELSEWHERE, ...ADMIN_TOKEN })],
  ['a program here', [], () => ({})],
  ['a program here with the token', ['operate'], () => TOKEN],
  ['a page here that was let in', ALL, (page) => page],
  ['a second page here', [], ({ Origin = '' }) => ({ Origin })],
  ['the cookie of an earlier start', [], (_, port) => ({ Cookie: `deckcast-${port}=${'x'.repeat(43)}` })],
  ['the cookie from another device', [], (page) => ({ ...page, ...ELSEWHERE })],
  ['a page of another site, with the cookie', [], (page) => ({ ...page, ...OTHER_SITE })],
  [
    'a name that was pointed to this computer, with the cookie',
    [],
    (page) => ({ ...page, Host: 'elsewhere.example', Origin: 'http://elsewhere.example' }),
  ],
])('%s may %j', async (_who, rights, headersOf) => {
  const server = await testServer(
    { 'http.token': new Secret('open sesame'), 'http.admin_token': new Secret('open wide') },
    WELL,
  );
  const page = await localPage(server.url, TOKEN);
  const headers = headersOf(page, server.port);
  for (const { name, method, route, access } of GUARDED) {
    const needed = access === 'session' ? 'operate' : access;
    const isAllowed = needed === 'everyone' || rights.includes(needed);
    const path = `/api/v1${route.replace(':format', 'csv').replace(':deck', '1')}${access === 'session' ? '?session=1' : ''}`;
    const status = await statusOf(server, { method, path, headers });
    expect({ name, isAllowed: status !== 401 && status !== 403 }).toEqual({ name, isAllowed });
  }
});

/** `fetch` cannot set the host. */
function statusOf({ port }: RunningServer, where: { method: string; path: string; headers: Headers }) {
  return new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, ...where }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject);
    outgoing.end(['GET', 'DELETE'].includes(where.method) ? '' : '{}');
  });
}
