import { createSocket, type Socket } from 'node:dgram';
import {
  DATABASE_PORT_QUERY_PORT,
  type LinkPorts,
  messageIn,
  PORTMAP_PORT,
  PRESENCE_PORT,
  presenceCodec,
  REKORDBOX_PORTMAP_PORT,
  STATUS_PORT,
  TIMING_PORT,
} from '@deckcast/prodjlink';
import { broadcastAddress, listLocalAddresses, type WireClock } from '@deckcast/wire-kit';
import { SimulationError } from '../errors.ts';
import { bound, unusedUdpPorts } from '../network.ts';
import { unusedPort } from '../software/play.ts';

export interface LinkWireNetwork {
  /** `place`: of the device in the set. */
  readonly addressOf: (place: number) => string;
  readonly broadcast: string;
  readonly ports: LinkPorts;
  readonly portmapPort: number;
  readonly databasePort: number;
}

const PORTS: LinkPorts = { presence: PRESENCE_PORT, timing: TIMING_PORT, status: STATUS_PORT };
const FIRST_HOST = 11;

/** Packets stay on this computer. Addresses begin with 127.0.0.11. */
export function linkLoopback(): LinkWireNetwork {
  return {
    addressOf: (place) => `127.0.0.${FIRST_HOST + place}`,
    broadcast: '127.255.255.255',
    ports: PORTS,
    // Only root may listen below 1024, where a portmapper may run, too.
    portmapPort: REKORDBOX_PORTMAP_PORT,
    databasePort: DATABASE_PORT_QUERY_PORT,
  };
}

/** The same at ports of its own, apart from players and programs at the usual ones. */
export async function linkApart(): Promise<LinkWireNetwork> {
  const [presence = 0, timing = 0, status = 0, portmapPort = 0] = await unusedUdpPorts(4);
  const databasePort = await unusedPort();
  return { ...linkLoopback(), ports: { presence, timing, status }, portmapPort, databasePort };
}

/**
 * The last devices share an address if the interface has too few.
 * @throws SimulationError if it has no IPv4 address
 */
export function linkOnInterface(name: string): LinkWireNetwork {
  const own = listLocalAddresses().filter((local) => local.name === name);
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) {
    throw new SimulationError(`the interface ${name} has no IPv4 address`);
  }
  return {
    addressOf: (place) => (own[place] ?? last).address,
    broadcast: broadcastAddress(first),
    ports: PORTS,
    portmapPort: PORTMAP_PORT,
    databasePort: DATABASE_PORT_QUERY_PORT,
  };
}

const FORGET_AFTER_MS = 10_000;

export class LinkGuests {
  readonly #network: LinkWireNetwork;
  readonly #clock: WireClock;
  readonly #onFirst: () => void;
  readonly #guests = new Map<string, number>();
  readonly #own: ReadonlySet<string>;
  #socket: Socket | undefined;

  /** `own`: addresses of the devices. `onFirst`: called when no guest was known. */
  constructor(network: LinkWireNetwork, own: ReadonlySet<string>, clock: WireClock, onFirst: () => void) {
    this.#network = network;
    this.#own = own;
    this.#clock = clock;
    this.#onFirst = onFirst;
  }

  get addresses(): readonly string[] {
    const since = this.#clock.monotonic() - FORGET_AFTER_MS;
    return [...this.#guests].filter(([, at]) => at >= since).map(([address]) => address);
  }

  async open(): Promise<void> {
    this.#socket = createSocket({ type: 'udp4', reuseAddr: true });
    this.#socket.on('message', (bytes, { address }) => this.#receive(bytes, address));
    await opened(bound(this.#socket, this.#network.ports.presence));
    this.#socket.on('error', () => undefined);
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    this.#guests.clear();
  }

  #receive(bytes: Uint8Array, address: string): void {
    if (this.#own.has(address) || messageIn(presenceCodec, bytes)?.kind !== 'keep-alive') {
      return;
    }
    const isFirst = this.addresses.length === 0;
    this.#guests.set(address, this.#clock.monotonic());
    if (isFirst) {
      this.#onFirst();
    }
  }
}

/** @throws SimulationError that says what to do */
export async function opened<Result>(opening: Promise<Result>): Promise<Result> {
  try {
    return await opening;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL') {
      throw new SimulationError(
        'this computer has only one loopback address, and simulated players need one each: on macOS, `sudo ifconfig lo0 alias 127.0.0.11`, and so on, adds them until the next restart',
        { cause: error },
      );
    }
    if (code === 'EADDRINUSE') {
      throw new SimulationError(
        'another program, or another simulation, holds a port that simulated players need',
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}
