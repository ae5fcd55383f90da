import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { freeUdpPort } from '../../wire-kit/src/testing/free-port.ts';
import { listenForDevices } from './listen.ts';
import { eventually } from './testing/eventually.ts';
import { Peer } from './testing/peer.ts';

/** `shares`: both programs may open the port. */
async function otherProgram(port: number, { shares }: { readonly shares: boolean }) {
  const socket = createSocket({ type: 'udp4', reuseAddr: shares });
  const datagrams: Buffer[] = [];
  socket.on('message', (datagram) => datagrams.push(datagram));
  socket.bind(port, '0.0.0.0');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return datagrams;
}

async function announcedOn(port: number): Promise<void> {
  const peer = await Peer.start();
  await peer.announce(port);
}

test('hears a device without sending, beside another program on the port', async () => {
  const port = await freeUdpPort();
  const end = new AbortController();
  const listening = listenForDevices({ interfaces: ['lo'], port }, 60_000, end.signal);
  const datagrams = await otherProgram(port, { shares: true });
  await announcedOn(port);
  await eventually(() => datagrams.length > 0, 'the other program hears it, too');
  end.abort();
  expect(await listening).toMatchObject([{ source: 'sc6000', address: '127.0.0.1' }]);
  // The device's own announcement, and none of ours.
  expect(datagrams).toHaveLength(1);
});

test('frees the port for a program that does not share it', async () => {
  const port = await freeUdpPort();
  expect(await listenForDevices({ interfaces: ['lo'], port }, 20, new AbortController().signal)).toEqual([]);
  await otherProgram(port, { shares: false });
});

test('hears nothing while another program does not share the port', async () => {
  const port = await freeUdpPort();
  const datagrams = await otherProgram(port, { shares: false });
  const end = new AbortController();
  const listening = listenForDevices({ interfaces: ['lo'], port }, 60_000, end.signal);
  await announcedOn(port);
  await eventually(() => datagrams.length > 0, 'the other program hears it');
  end.abort();
  expect(await listening).toEqual([]);
});
