/** One identity on the network: it announces itself, takes main connections, and serves its services on their own ports. */
import { createServer, type Server, type Socket } from 'node:net';
import type { Clock, Logger } from '../core/tools.ts';
import {
  type Announcement,
  announcementCodec,
  directoryCodec,
  measureDirectory,
  measureFirst,
  measureFrames,
} from '../stagelinq/index.ts';
import { announce, sendDatagram } from './announcer.ts';
import { ClientConnection, type SendPace } from './client-connection.ts';
import type { HeardPrograms } from './heard-programs.ts';
import { type Manners, serveMainConnection } from './main-connection.ts';
import type { SimulationNetwork } from './network.ts';
import type { ServiceSession, SimulatedService } from './services/service.ts';

export type EndpointIdentity = Omit<Announcement, 'action' | 'port'>;

/** What all endpoints of a simulated device share. */
export interface EndpointTools {
  readonly network: SimulationNetwork;
  readonly neighbours: HeardPrograms;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pace: SendPace;
  /** Nanoseconds since the device was switched on. */
  readonly uptime: () => bigint;
  /** Takes main connections only from addresses that announced themselves, as devices do. */
  readonly asksForAnnouncement: boolean;
}

export class Endpoint {
  readonly identity: EndpointIdentity;
  readonly services: readonly SimulatedService[];
  readonly #manners: Manners;
  readonly #environment: EndpointTools;
  readonly #refusedPort: number | undefined;
  readonly #lines = new Set<ClientConnection>();
  #servers: Server[] = [];
  #port = 0;
  #stopAnnouncing: () => void = () => undefined;

  /** `refusedPort`: announces this port without listening there, as mixers do. */
  constructor(
    identity: EndpointIdentity,
    services: readonly SimulatedService[],
    manners: Manners,
    environment: EndpointTools,
    refusedPort?: number,
  ) {
    this.identity = identity;
    this.services = services;
    this.#manners = manners;
    this.#environment = environment;
    this.#refusedPort = refusedPort;
  }

  /** TCP port that it announces; 0 while closed. */
  get port(): number {
    return this.#port;
  }

  get lines(): Iterable<ClientConnection> {
    return this.#lines;
  }

  /** Resolves when every port listens and the first announcement is on its way. */
  async open(): Promise<void> {
    const { network, clock, log } = this.#environment;
    this.#port = this.#refusedPort ?? (await this.#listenEverywhere());
    this.#stopAnnouncing = announce(
      { ...this.identity, action: 'howdy', port: this.#port },
      network,
      clock,
      log,
    );
  }

  /** Ends every connection and frees every port; with a farewell where the device leaves in good order. */
  async close(farewell: boolean): Promise<void> {
    const { network, log } = this.#environment;
    this.#stopAnnouncing();
    const bytes = announcementCodec.encode({ ...this.identity, action: 'exit', port: this.#port });
    this.#port = 0;
    for (const line of this.#lines) {
      line.drop();
    }
    const closing = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    this.#servers = [];
    if (farewell) {
      await sendDatagram(bytes, network, log);
    }
    await Promise.all(closing);
  }

  /** Makes a socket one of this endpoint's own: faults befall it, and `close` ends it. */
  take(socket: Socket): ClientConnection {
    const line = new ClientConnection(socket, this.#environment.pace, this.#environment.clock);
    this.#lines.add(line);
    line.onClose(() => this.#lines.delete(line));
    return line;
  }

  async #listenEverywhere(): Promise<number> {
    const { clock, uptime } = this.#environment;
    const offers = await Promise.all(
      this.services.map(async (service) => ({
        service: service.name,
        port: await this.#listen((line) => serve(line, service)),
      })),
    );
    return this.#listen((line) => {
      if (this.#mayConnect(line)) {
        serveMainConnection(line, this.identity.token, offers, this.#manners, clock, uptime);
      } else {
        line.drop();
      }
    });
  }

  #mayConnect(line: ClientConnection): boolean {
    const { asksForAnnouncement, neighbours, log } = this.#environment;
    const may = !asksForAnnouncement || neighbours.knows(line.remoteAddress);
    if (!may) {
      log.debug('main connection refused: no announcement heard', { deviceName: this.identity.source });
    }
    return may;
  }

  #listen(onLine: (line: ClientConnection) => void): Promise<number> {
    const server = createServer((socket) => onLine(this.take(socket)));
    this.#servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, this.#environment.network.address, () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  }
}

/** A connection that somebody opened to a service begins with a message that says so. */
function serve(line: ClientConnection, service: SimulatedService): void {
  let session: ServiceSession | undefined;
  line.onClose(() => session?.close());
  line.receive(measureFirst(measureDirectory, measureFrames()), (bytes) => {
    if (session === undefined) {
      directoryCodec.decode(bytes);
      session = service.open(line);
    } else {
      session.message(bytes);
    }
  });
}
