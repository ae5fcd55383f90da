/** Every address of the set-up and settings pages, and who may not use it: taken from the list of endpoints. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { startServer, WELL } from '../../../test/support/server.ts';
import { Secret } from '../../core/option.ts';
import { ENDPOINT_LIST } from '../endpoints.ts';

const later = cleanUps();
const GUARDED = ENDPOINT_LIST.filter(({ route }) => /^\/(setup|settings)\b/.test(route));

test('none of them is open to everyone', () => {
  expect(GUARDED.filter(({ access }) => access !== 'operators')).toEqual([]);
  expect(GUARDED.length).toBeGreaterThan(8);
});

test.each([
  ['a page of another site', '', { Origin: 'https://elsewhere.example' }, 403],
  ['a name that was pointed to this computer', '', { Host: 'elsewhere.example' }, 403],
  ['a caller without the token', 'open sesame', {}, 401],
  ['a caller with another token', 'open sesame', { Authorization: 'Bearer close sesame' }, 401],
])('%s reads and writes nothing', async (_who, token, headers, status) => {
  let reached = 0;
  const server = await startServer(
    { 'http.token': new Secret(token) },
    {
      ...WELL,
      setup: () => {
        reached += 1;
        return WELL.setup();
      },
    },
  );
  later(server.stop);
  for (const { method, route, name } of GUARDED) {
    const path = `/api/v1${route}`;
    expect([name, await statusOf({ port: server.port, method, path, headers })]).toEqual([name, status]);
  }
  expect(reached).toBe(0);
});

/** `fetch` cannot set the host. */
function statusOf(where: {
  port: number;
  method: string;
  path: string;
  headers: Readonly<Record<string, string | undefined>>;
}) {
  return new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', ...where }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject);
    outgoing.end(where.method === 'GET' ? '' : '{}');
  });
}
