/** Who else is on the network: the ears that all simulated devices share. */
import { createSocket, type Socket } from 'node:dgram';
import type { Clock, Logger } from '../core/tools.ts';
import { type Announcement, announcementCodec } from '../stagelinq/index.ts';
import type { SimulationNetwork } from './network.ts';

/** A client whose announcements stopped for so long is forgotten. */
const FORGET_AFTER_MS = 10_000;

export interface HeardProgram {
  readonly announcement: Announcement;
  readonly address: string;
}

interface Heard extends HeardProgram {
  /** Monotonic. */
  readonly at: number;
}

export class HeardPrograms {
  readonly #network: SimulationNetwork;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #isOwn: (token: string) => boolean;
  readonly #heard = new Map<string, Heard>();
  readonly #callers = new Set<(neighbour: HeardProgram) => void>();
  #socket: Socket | undefined;

  /** `isOwn`: whether a token is a simulated device's, which does not count as heard. */
  constructor(network: SimulationNetwork, isOwn: (token: string) => boolean, clock: Clock, log: Logger) {
    this.#network = network;
    this.#isOwn = isOwn;
    this.#clock = clock;
    this.#log = log;
  }

  /** Resolves when it listens. */
  open(): Promise<void> {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    this.#socket = socket;
    socket.on('message', (bytes, { address }) => this.#take(bytes, address));
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(this.#network.discoveryPort, () => {
        socket.off('error', reject);
        socket.on('error', (error) => this.#log.debug('discovery socket failed', { error: error.message }));
        resolve();
      });
    });
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    this.#heard.clear();
  }

  /** Whether somebody at this address has announced itself lately. */
  knows(address: string): boolean {
    const since = this.#clock.monotonic() - FORGET_AFTER_MS;
    return [...this.#heard.values()].some((heard) => heard.address === address && heard.at >= since);
  }

  /** Calls back with every announcement of somebody who takes connections. Returns how to stop. */
  onReachable(call: (neighbour: HeardProgram) => void): () => void {
    this.#callers.add(call);
    return () => this.#callers.delete(call);
  }

  #take(bytes: Uint8Array, address: string): void {
    const announcement = read(bytes);
    if (announcement === undefined || this.#isOwn(announcement.token) || !this.#network.includes(address)) {
      return;
    }
    if (announcement.action === 'exit') {
      this.#heard.delete(announcement.token);
      return;
    }
    this.#heard.set(announcement.token, { announcement, address, at: this.#clock.monotonic() });
    if (announcement.port !== 0) {
      for (const call of this.#callers) {
        call({ announcement, address });
      }
    }
  }
}

/** Undefined for anything that is not an announcement: the port hears foreign traffic. */
function read(bytes: Uint8Array): Announcement | undefined {
  try {
    return announcementCodec.decode(bytes);
  } catch {
    return undefined;
  }
}
