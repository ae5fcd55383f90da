import { createSocket } from 'node:dgram';
import { expect, test } from 'vitest';
import { LinkSocket } from './link-socket.ts';
import { freePorts } from './testing/booth.ts';

const RETRY_MS = 10_000;
const ADDRESS = '127.0.0.1';

test('a port that another program holds is tried again after a while, not before', async () => {
  const { status: port } = await freePorts();
  const holder = createSocket('udp4');
  await new Promise<void>((resolve) => holder.bind(port, ADDRESS, resolve));
  const socket = new LinkSocket({ port, shared: false, retryMs: RETRY_MS, onMessage: () => undefined });
  await socket.open(ADDRESS, 0);
  expect(socket.state).toEqual({ kind: 'failed', error: 'EADDRINUSE' });
  await new Promise<void>((resolve) => holder.close(resolve));
  await socket.open(ADDRESS, RETRY_MS - 1);
  expect(socket.state).toEqual({ kind: 'failed', error: 'EADDRINUSE' });
  await socket.open(ADDRESS, RETRY_MS);
  expect(socket.state).toEqual({ kind: 'open' });
  socket.close();
});
