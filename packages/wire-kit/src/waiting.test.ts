import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from './tools.ts';
import { pause, within } from './waiting.ts';

const LIMIT_MS = 20;

test('accepts an answer that arrived in time while this computer was too busy to read it', async () => {
  const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the server has no port');
  }
  const socket = connect(address.port, '127.0.0.1').pause();
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  await Promise.all([once(socket, 'connect'), once(server, 'connection')]);

  const late = () => new Error('no answer');
  const answer = within({ clock: systemClock, ms: LIMIT_MS, late }, async () => {
    const [bytes] = await once(socket.resume(), 'data');
    return String(bytes);
  });
  busyFor(2 * LIMIT_MS);
  expect(await answer).toBe('answer');
});

test('ends a pause at once if its signal has fired', async () => {
  const after = () => expect.unreachable('nothing is to be waited for');
  await pause({ ...systemClock, after }, LIMIT_MS, AbortSignal.abort());
});

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    // Keeps this computer busy.
  }
}
