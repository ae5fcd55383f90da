import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { keptLog } from '../../../test/support/log.ts';
import { portOf, type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { TabSource } from './source.ts';

let source: TabSource;
let running: RunningSource;
let url: string;
const sockets: WebSocket[] = [];

beforeEach(async () => {
  source = new TabSource(
    { host: '127.0.0.1', port: 0 },
    { clock: systemClock, log: keptLog(), disk: nodeDisk, fetch, userAgent: 'deckcast/test' },
  );
  running = runSource(source);
  url = `127.0.0.1:${await waitFor('the port', () => portOf(source))}`;
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.terminate();
  }
  await running.stop();
});

const post = (body: string) => fetch(`http://${url}/`, { method: 'POST', body });
const tuna = (title: string, status = 'playing') =>
  JSON.stringify({ data: { title, artists: ['Ada'], status }, hostname: 'soundcloud.com', date: 1 });

/** Resolves to the socket after its greeting, or to the error message if refused. */
function extension(headers: Readonly<Record<string, string>>): Promise<WebSocket | string> {
  const socket = new WebSocket(`ws://${url}/`, { headers });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.once('message', (greeting) => {
      expect(String(greeting)).toBe('ADAPTER_VERSION 1.0.0;WNPLIB_REVISION 2');
      resolve(socket);
    });
    socket.once('error', ({ message }) => resolve(message));
  });
}

test('TabSource accepts posts from pages of any site and announces their tracks', async () => {
  const preflight = await fetch(`http://${url}/`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://soundcloud.com',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'access-control-allow-origin,content-type',
    },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
  const finding = async () => (await source.findings())[0]?.finding;
  expect(await source.findings()).toMatchObject([
    { finding: expect.stringMatching(/^no browser tab has reported a track to 127/), waits: true },
  ]);
  // The script treats any other status as a failure.
  expect((await post('{"data": 1}')).status).toBe(400);
  expect(await finding()).toMatch(/^data arrives at 127.*, but not from/);
  expect((await post(tuna('One'))).status).toBe(200);
  await running.announces(1);
  expect(await finding()).toMatch(/^browser tabs report to/);
  expect(source.health().details).toEqual([{ name: 'soundcloud.com', state: 'playing' }]);
  expect(running.announced).toEqual(['Ada - One']);
});

test('TabSource greets the extension and announces its messages', async () => {
  const socket = await extension({ Origin: 'chrome-extension://jfakgfcdgpghbbefmdfjkbdlibjgnbli' });
  if (typeof socket === 'string') {
    throw new Error(socket);
  }
  for (const message of ['STATE PLAYING', 'TITLE One', 'ARTIST Ada', 'COVER_URL file:///etc/passwd']) {
    socket.send(message);
  }
  await running.announces(1);
  expect(running.announced).toEqual(['Ada - One']);
  expect(source.health().details).toEqual([{ name: 'WebNowPlaying', state: 'playing' }]);
  socket.close();
  await waitFor('its end', () => (source.health().details?.length === 0 ? true : undefined));
});

test('TabSource rejects a page that connects as an extension, and an endless body', async () => {
  expect(await extension({ Origin: 'https://soundcloud.com' })).toContain('socket hang up');
  const answer = await post('x'.repeat(100_000)).catch(({ message }: Error) => message);
  expect(answer).toBe('fetch failed');
  expect((await post(tuna('One'))).status).toBe(200);
});
