import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { systemClock } from '@deckcast/wire-kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClientConnection } from './client-connection.ts';

let server: Server;
let client: Socket;
let accepted: Socket;
let closed: Promise<void>;
let line: ClientConnection;

beforeEach(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  client = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  client.on('error', () => undefined);
  [accepted] = await once(server, 'connection');
  line = new ClientConnection(accepted, { splitBytes: 0, gatherMs: 0 }, systemClock);
  closed = new Promise((resolve) => line.onClose(resolve));
  accepted.resume();
});

afterEach(() => {
  client.destroy();
  server.close();
});

it('ends with a reset when it is dropped', async () => {
  client.resume();
  const failed = new Promise((resolve) => client.once('error', resolve));
  line.drop();
  await closed;
  expect(await failed).toMatchObject({ code: 'ECONNRESET' });
});

it('ends when it is dropped just as the client leaves', async () => {
  accepted.on('end', () => queueMicrotask(() => process.nextTick(() => line.drop())));
  client.end();
  await closed;
  expect(line.open).toBe(false);
});
