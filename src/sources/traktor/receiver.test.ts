/** The client stops for good when its requests are not answered: every one is, whatever it holds. */
import { connect } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../../../test/support/wait.ts';
import { listen } from '../../core/listening.ts';
import { traktorReceiver } from './receiver.ts';

let url: string;
let port: number;
let posted: string[];

beforeEach(async () => {
  posted = [];
  const server = traktorReceiver(({ from, method, path, body }) => {
    posted.push(`${from} ${method} ${path} ${Buffer.from(body)}`);
  });
  port = await listen(server, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${port}`;
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
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

test('more than any request holds is not kept', async () => {
  await expect(post('/deckLoaded/A', 'x'.repeat(5_000_000))).rejects.toThrow();
  expect(posted).toEqual([]);
  expect(await post('/deckLoaded/A', '{}')).toBe(204);
});

test('requests that never end disturb nothing', async () => {
  const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
  let open = 0;
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      open += 1;
      socket.write('POST /deckLoaded/A HTTP/1.1\r\nhost: here\r\ncontent-length: 10\r\n\r\n{');
    });
  }
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
  });
  await waitFor('the connections', () => (open === sockets.length ? true : undefined));
  expect(await post('/updateDeck/A', '{}')).toBe(204);
  expect(posted).toEqual(['127.0.0.1 POST /updateDeck/A {}']);
});
