import { createSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { MessageChannel } from '../channel.ts';
import { StagelinqError } from '../errors.ts';
import { measureFirst, measureFrames } from '../framing.ts';
import { type DirectoryMessage, directoryCodec, measureDirectory, NO_TOKEN } from '../messages/directory.ts';
import { type Announcement, announcementCodec } from '../messages/discovery.ts';

export const PEER_TOKEN = '4be141125ead4848a07db37ca8a7220e';

/** Returns the receiver of frames. */
export type PeerService = (channel: MessageChannel) => (frame: Buffer) => void;

export interface PeerOptions {
  readonly services?: Readonly<Record<string, PeerService>>;
  /** Replaces the behavior on a new main connection. */
  readonly onMain?: (channel: MessageChannel, peer: Peer) => void;
  readonly token?: string;
}

/** Sends the test's messages and records those it receives. */
export class Peer {
  /** Received on main connections. */
  readonly received: DirectoryMessage[] = [];
  readonly #options: PeerOptions;
  readonly #servers = new Map<string, { readonly server: Server; readonly port: number }>();
  readonly #sockets = new Set<Socket>();

  private constructor(options: PeerOptions) {
    this.#options = options;
  }

  static async start(options: PeerOptions = {}): Promise<Peer> {
    const peer = new Peer(options);
    onTestFinished(() => peer.shutDown());
    for (const [name, service] of Object.entries(options.services ?? {})) {
      await peer.#listen(name, (socket) => peer.#serve(socket, service));
    }
    await peer.#listen('', (socket) => peer.#greet(socket));
    return peer;
  }

  get token(): string {
    return this.#options.token ?? PEER_TOKEN;
  }

  get port(): number {
    return this.#servers.get('')?.port ?? 0;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  shutDown(): void {
    for (const { server } of this.#servers.values()) {
      server.close();
    }
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    this.#servers.clear();
    this.#sockets.clear();
  }

  announce(udpPort: number, changes: Partial<Announcement> = {}): Promise<void> {
    const { token, port } = this;
    const names = { source: 'sc6000', software: 'JP13', version: '2.3.1' };
    return sendDatagram(
      udpPort,
      announcementCodec.encode({ token, ...names, action: 'howdy', port, ...changes }),
    );
  }

  /** All services, or these, without the reference that ends the list. */
  listServices(channel: MessageChannel, names: readonly string[] = [...this.#servers.keys()]): void {
    const { token } = this;
    channel.send(directoryCodec.encode({ kind: 'request', token }));
    for (const [service, { port }] of this.#servers) {
      if (service !== '' && names.includes(service)) {
        channel.send(directoryCodec.encode({ kind: 'service', token, service, port }));
      }
    }
  }

  sendReference(channel: MessageChannel, clock = 25472890068n): void {
    channel.send(
      directoryCodec.encode({ kind: 'reference', origin: this.token, responder: NO_TOKEN, clock }),
    );
  }

  #greet(socket: Socket): void {
    const channel = new MessageChannel(socket, { measure: measureDirectory, unsentBytes: 1e6 });
    channel.receive((bytes, start, end) => {
      this.received.push(directoryCodec.decode(bytes.subarray(start, end)));
    });
    if (this.#options.onMain !== undefined) {
      this.#options.onMain(channel, this);
      return;
    }
    this.listServices(channel);
    this.sendReference(channel);
  }

  #serve(socket: Socket, service: PeerService): void {
    const measure = measureFirst(measureDirectory, measureFrames());
    const channel = new MessageChannel(socket, { measure, unsentBytes: 1e6 });
    let onFrame: ((frame: Buffer) => void) | undefined;
    channel.receive((bytes, start, end) => {
      if (onFrame === undefined) {
        onFrame = service(channel);
      } else {
        onFrame(Buffer.from(bytes.subarray(start, end)));
      }
    });
  }

  #listen(name: string, accept: (socket: Socket) => void): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      accept(socket);
    });
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        this.#servers.set(name, { server, port });
        resolve();
      });
    });
  }
}

/** `states`: connections to the StateMap. */
export async function startPlayer(services: PeerOptions['services'] = {}, onMain?: PeerOptions['onMain']) {
  const states: MessageChannel[] = [];
  const peer = await Peer.start({
    services: {
      StateMap: (channel) => {
        states.push(channel);
        return () => {};
      },
      ...services,
    },
    ...(onMain && { onMain }),
  });
  return { peer, states };
}

/** All listeners on loopback, and nowhere else. */
export function sendDatagram(udpPort: number, datagram: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1', () => {
      socket.setBroadcast(true);
      socket.send(datagram, udpPort, '127.255.255.255', (error) => {
        socket.close();
        if (error === null) {
          resolve();
        } else {
          reject(error);
        }
      });
    });
  });
}

export const stopped = new StagelinqError('closed', 'the test is over');
