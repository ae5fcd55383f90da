import { createSocket, type Socket } from 'node:dgram';
import { type Announcement, announceAddresses, announcementCodec, DISCOVERY_PORT } from '@deckcast/stagelinq';
import {
  inSubnet,
  type LocalAddress,
  listLocalAddresses,
  type WireClock,
  type WireLogger,
} from '@deckcast/wire-kit';
import { SimulationError } from './errors.ts';

export interface SimulationNetwork {
  readonly local: LocalAddress;
  /** 51337, except in tests that run in parallel. */
  readonly discoveryPort: number;
}

/** Packets stay on this computer. */
export function loopback(discoveryPort = DISCOVERY_PORT): SimulationNetwork {
  const local = {
    name: 'loopback',
    address: '127.0.0.1',
    netmask: '255.0.0.0',
    mac: '00:00:00:00:00:00',
    internal: true,
  };
  return { local, discoveryPort };
}

/** UDP ports at which no program listens, to keep a demonstration out of a show. */
export async function unusedUdpPorts(count: number): Promise<number[]> {
  const sockets = Array.from({ length: count }, () => createSocket('udp4'));
  // All are open at once, so that they differ.
  await Promise.all(sockets.map((socket) => bound(socket, 0)));
  const ports = sockets.map((socket) => socket.address().port);
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(resolve))));
  return ports;
}

/** `lo` or `lo0`. */
export function loopbackInterface(): string | undefined {
  return listLocalAddresses().find(({ internal }) => internal)?.name;
}

/** @throws SimulationError if the interface has no IPv4 address */
export function onInterface(name: string): SimulationNetwork {
  const local = listLocalAddresses().find((address) => address.name === name);
  if (local === undefined) {
    throw new SimulationError(`the interface ${name} has no IPv4 address`);
  }
  return { local, discoveryPort: DISCOVERY_PORT };
}

const FORGET_AFTER_MS = 10_000;
const ANNOUNCE_EVERY_MS = 1_000;

/** Announces the devices, and knows which addresses announced themselves. */
export class DiscoveryPort {
  readonly #network: SimulationNetwork;
  readonly #clock: WireClock;
  readonly #log: WireLogger;
  readonly #isOwn: (token: string) => boolean;
  readonly #guests = new Map<string, { readonly address: string; readonly at: number }>();
  #listener: Socket | undefined;
  #sender: Socket | undefined;

  /** `isOwn`: belongs to a simulated device. */
  constructor(
    network: SimulationNetwork,
    isOwn: (token: string) => boolean,
    clock: WireClock,
    log: WireLogger,
  ) {
    this.#network = network;
    this.#isOwn = isOwn;
    this.#clock = clock;
    this.#log = log;
  }

  async open(): Promise<void> {
    const { discoveryPort, local } = this.#network;
    this.#listener = createSocket({ type: 'udp4', reuseAddr: true });
    this.#listener.on('message', (bytes, { address }) => this.#receive(bytes, address));
    this.#sender = createSocket('udp4');
    await bound(this.#listener, discoveryPort);
    // Last, because the OS could choose the other's port.
    await bound(this.#sender, 0, local.address);
    for (const socket of [this.#listener, this.#sender]) {
      socket.on('error', (error) => this.#log.debug('discovery socket failed', { error: error.message }));
    }
    this.#sender.setBroadcast(true);
  }

  close(): void {
    this.#listener?.close();
    this.#sender?.close();
    this.#sender = undefined;
    this.#guests.clear();
  }

  knows(address: string): boolean {
    const since = this.#clock.monotonic() - FORGET_AFTER_MS;
    return [...this.#guests.values()].some((guests) => guests.address === address && guests.at >= since);
  }

  /** Returns a function that stops it; the caller sends the farewell. */
  announce(announcement: Announcement): () => void {
    const bytes = announcementCodec.encode(announcement);
    let cancel: () => void;
    const next = (): void => {
      cancel = this.#clock.after(ANNOUNCE_EVERY_MS, next);
      void this.send(bytes);
    };
    next();
    return () => cancel();
  }

  /** Resolves even without a network or an open port. */
  send(bytes: Uint8Array): Promise<void> {
    const sender = this.#sender;
    if (sender === undefined) {
      return Promise.resolve();
    }
    const { discoveryPort, local } = this.#network;
    // Players reach hosts of all subnets: 255.255.255.255.
    const broadcast = announceAddresses(local).at(-1);
    return new Promise((resolve) => {
      sender.send(bytes, discoveryPort, broadcast, (error) => {
        if (error !== null) {
          this.#log.debug('datagram not sent', { error: error.message });
        }
        resolve();
      });
    });
  }

  #receive(bytes: Uint8Array, address: string): void {
    const announcement = read(bytes);
    if (announcement === undefined || this.#isOwn(announcement.token)) {
      return;
    }
    if (announcement.action === 'exit') {
      this.#guests.delete(announcement.token);
    } else if (inSubnet(address, this.#network.local)) {
      this.#guests.set(announcement.token, { address, at: this.#clock.monotonic() });
    }
  }
}

export function bound(socket: Socket, port: number, address?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

function read(bytes: Uint8Array): Announcement | undefined {
  try {
    return announcementCodec.decode(bytes);
  } catch {
    return undefined;
  }
}
