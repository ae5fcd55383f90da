import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';

/** Resolves the name and opens a socket per track, because address or network may change. */
export async function sendAll(datagrams: readonly Uint8Array[], host: string, toPort: number): Promise<void> {
  const { address, family } = await lookup(host);
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  try {
    for (const datagram of datagrams) {
      await send(socket, datagram, toPort, address);
    }
  } finally {
    socket.close();
  }
}

function send(socket: Socket, datagram: Uint8Array, toPort: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A socket that cannot be opened (no IPv6, no descriptor) emits an error and never calls back.
    socket.once('error', reject);
    socket.send(datagram, toPort, address, (error) => (error === null ? resolve() : reject(error)));
  });
}
