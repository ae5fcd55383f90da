/** The client stops for good when its requests are not answered: every one is, whatever it holds. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../core/listening.ts';
import { traktorReceiver } from './receiver.ts';

let url: string;
let posted: string[];

beforeEach(async () => {
  posted = [];
  const server = traktorReceiver(({ from, method, path, body }) => {
    posted.push(`${from} ${method} ${path} ${Buffer.from(body)}`);
  });
  url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
});

async function post(path: string, body: string, headers = {}): Promise<number> {
  const { status } = await fetch(url + path, { method: 'POST', body, headers });
  return status;
}

test('what is posted is answered and handed on', async () => {
  expect(await post('/deckLoaded/A', '{}')).toBe(204);
  expect(await post('/nowhere', 'no JSON')).toBe(204);
  expect(posted).toEqual(['127.0.0.1 POST /deckLoaded/A {}', '127.0.0.1 POST /nowhere no JSON']);
});

test('a browser gets a page that explains the address', async () => {
  expect(await (await fetch(url)).text()).toMatch(/waits here for Traktor/);
  expect(posted).toEqual(['127.0.0.1 GET / ']);
});

test('a page in a browser cannot say what plays', async () => {
  expect(await post('/deckLoaded/A', '{}', { origin: 'https://example.com' })).toBe(403);
  expect(posted).toEqual([]);
});
