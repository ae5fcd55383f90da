import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { awaitCallback } from './authorization-callback.ts';

const PAGE = { good: true, heading: 'All set', text: '' };

test('does not wait for a browser that leaves while its answer is used', async () => {
  const port = await freePort();
  const used: string[] = [];
  const ended = awaitCallback(
    port,
    'state',
    async (answer) => {
      socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 50));
      used.push(answer.get('code') ?? '');
      return PAGE;
    },
    new AbortController().signal,
  );
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /callback?code=one&state=state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await ended;
  expect(used).toEqual(['one']);
});
