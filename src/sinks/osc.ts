/** Artist and title as two OSC messages over UDP, one text argument each: for Resolume and other stage software. */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { oscAddress, port, text } from '../config/kinds.ts';
import type { SinkPart } from '../core/contracts.ts';
import { messageOf, UpstreamError } from '../core/errors.ts';
import { defineOptions } from '../core/option.ts';

const group = 'Sinks';

const options = defineOptions({
  'osc.host': { kind: text, default: '', help: 'name or IP address of the computer that takes OSC', group },
  'osc.port': { kind: port, default: 7000, help: 'UDP port that takes OSC', group },
  'osc.address.artist': { kind: oscAddress, default: '', help: 'OSC address of the artist', group },
  'osc.address.song': { kind: oscAddress, default: '', help: 'OSC address of the title', group },
});

export const oscSink: SinkPart<typeof options> = {
  name: 'osc',
  options,
  async create(settings, { log }) {
    const host = settings['osc.host'];
    const artistAt = settings['osc.address.artist'];
    const titleAt = settings['osc.address.song'];
    if (host === '') {
      return undefined;
    }
    if (artistAt === '' && titleAt === '') {
      log.warn('OSC has nothing to send', { hint: 'set --osc.address.artist and --osc.address.song' });
      return undefined;
    }
    const { encode, Message } = await import('node-osc');
    return {
      kind: 'state',
      async publish({ track: { artist, title } }) {
        const messages = [
          ...(artistAt === '' ? [] : [encode(new Message(artistAt, artist))]),
          ...(titleAt === '' ? [] : [encode(new Message(titleAt, title))]),
        ];
        try {
          await sendAll(messages, host, settings['osc.port']);
        } catch (error) {
          throw new UpstreamError(`cannot send OSC to ${host}: ${messageOf(error)}`, 'retry', {
            cause: error,
          });
        }
      },
    };
  },
};

/**
 * Sends the datagrams in order. The name is looked up and a socket opened each time: it happens once a track,
 * and so neither a new address of the receiver nor a network that was away is ever in the way.
 */
async function sendAll(datagrams: readonly Uint8Array[], host: string, toPort: number): Promise<void> {
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
    // A socket that cannot be opened (no IPv6, no descriptor left) says so here and never calls back.
    socket.once('error', reject);
    socket.send(datagram, toPort, address, (error) => (error === null ? resolve() : reject(error)));
  });
}
