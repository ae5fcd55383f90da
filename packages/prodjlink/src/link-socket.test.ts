import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { LinkSocket } from './link-socket.ts';
import { freeLinkPorts } from './testing/free-ports.ts';

const RETRY_MS = 10_000;
const ADDRESS = '127.0.0.1';

async function heldPorts() {
  const { timing, status } = await freeLinkPorts();
  const holders = [timing, status].map((port) => createSocket('udp4').bind(port, ADDRESS));
  await Promise.all(holders.map((holder) => once(holder, 'listening')));
  const sockets = [timing, status].map(
    (port) => new LinkSocket({ port, shared: false, retryMs: RETRY_MS, onMessage: () => undefined }),
  );
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.close();
    }
  });
  return {
    sockets,
    async openAt(now: number) {
      await Promise.all(sockets.map((socket) => socket.open(ADDRESS, now)));
      return sockets.map(({ state }) => state.kind);
    },
    async holderEnds() {
      await Promise.all(holders.map((holder) => once(holder.close(), 'close')));
    },
  };
}

test('retries all ports that another program held at the same moment, whenever each was tried first', async () => {
  const { sockets, openAt, holderEnds } = await heldPorts();
  await sockets[0]?.open(ADDRESS, 21_000);
  await sockets[1]?.open(ADDRESS, 22_500);
  expect(sockets[0]?.state).toEqual({ kind: 'failed', error: 'EADDRINUSE' });
  await holderEnds();
  expect(await openAt(29_999)).toEqual(['failed', 'failed']);
  expect(await openAt(30_000)).toEqual(['open', 'open']);
});
