import { createServer, type Server } from 'node:net';
import {
  type Announcement,
  announcementCodec,
  directoryCodec,
  measureDirectory,
  measureFirst,
  measureFrames,
  NO_TOKEN,
} from '@deckcast/stagelinq';
import { closeServer, openServer, type WireClock, type WireLogger } from '@deckcast/wire-kit';
import { ClientConnection, type SendPace } from './client-connection.ts';
import type { Manners } from './device-spec.ts';
import type { DiscoveryPort } from './network.ts';

export interface SimulatedService {
  readonly name: string;
  open(connection: ClientConnection): ServiceSession;
}

export interface ServiceSession {
  /** Takes a whole frame. A StagelinqError ends the connection. */
  message(frame: Buffer): void;
  close(): void;
}

export interface EndpointTools {
  readonly manners: Manners;
  readonly address: string;
  readonly discovery: DiscoveryPort;
  readonly clock: WireClock;
  readonly log: WireLogger;
  readonly pace: SendPace;
  /** Nanoseconds since the boot. */
  readonly uptime: () => bigint;
}

/** X1800 and X1850 announce it, and refuse connections. */
const REFUSED_PORT = 50_010;

/** Devices ignore clients whose token has the first bit set. */
const isRefused = (token: string): boolean => Number.parseInt(token.slice(0, 1), 16) >= 8;

export class Endpoint {
  readonly identity: Omit<Announcement, 'action' | 'port'>;
  readonly connections = new Set<ClientConnection>();
  /** 0 while closed. */
  port = 0;
  readonly #services: readonly SimulatedService[];
  readonly #tools: EndpointTools;
  #servers: Server[] = [];
  #stopAnnouncing: () => void = () => undefined;

  /** Mixers have no services, and announce a port without a listener. */
  constructor(
    identity: Omit<Announcement, 'action' | 'port'>,
    services: readonly SimulatedService[],
    tools: EndpointTools,
  ) {
    this.identity = identity;
    this.#services = services;
    this.#tools = tools;
  }

  /** Resolves when all ports listen. */
  async open(): Promise<void> {
    this.port = this.#services.length === 0 ? REFUSED_PORT : await this.#listenEverywhere();
    this.#stopAnnouncing = this.#tools.discovery.announce({
      ...this.identity,
      action: 'howdy',
      port: this.port,
    });
  }

  async close(farewell: boolean): Promise<void> {
    this.#stopAnnouncing();
    const bytes = announcementCodec.encode({ ...this.identity, action: 'exit', port: this.port });
    this.port = 0;
    for (const connection of this.connections) {
      connection.drop();
    }
    const closing = this.#servers.map(closeServer);
    this.#servers = [];
    if (farewell) {
      await this.#tools.discovery.send(bytes);
    }
    await Promise.all(closing);
  }

  async #listenEverywhere(): Promise<number> {
    const { token } = this.identity;
    const offers = await Promise.all(
      this.#services.map(async (service) => {
        const port = await this.#listen((connection) => serve(connection, service));
        return directoryCodec.encode({ kind: 'service', token, service: service.name, port });
      }),
    );
    return this.#listen((connection) => this.#serveMain(connection, offers));
  }

  /** Only clients that announced themselves get the services. */
  #serveMain(connection: ClientConnection, offers: readonly Buffer[]): void {
    const { manners, discovery, clock, log, uptime } = this.#tools;
    const { token, source } = this.identity;
    if (!discovery.knows(connection.remoteAddress)) {
      log.debug('main connection refused: no announcement heard', { deviceName: source });
      connection.drop();
      return;
    }
    const reference = (): Buffer =>
      directoryCodec.encode({ kind: 'reference', origin: token, responder: NO_TOKEN, clock: uptime() });
    let stop: () => void;
    const wait = (): void => {
      stop = clock.after(manners.referenceEveryMs, () => {
        connection.send(reference());
        wait();
      });
    };
    wait();
    connection.onClose(() => stop());
    // Every device sends first, and some clients wait for that.
    connection.send(directoryCodec.encode({ kind: 'request', token }));
    connection.receive(measureDirectory, (bytes) => {
      const message = directoryCodec.decode(bytes);
      if (message.kind === 'reference' && message.responder === NO_TOKEN) {
        connection.send(directoryCodec.encode({ ...message, responder: token }));
      } else if (message.kind === 'request' && !isRefused(message.token)) {
        const after = manners.endsListWithReference ? [reference()] : [];
        connection.send(Buffer.concat([...offers, ...after]));
      }
    });
  }

  #listen(onConnection: (connection: ClientConnection) => void): Promise<number> {
    const { address, pace, clock } = this.#tools;
    const server = createServer((socket) => {
      const connection = new ClientConnection(socket, pace, clock);
      this.connections.add(connection);
      connection.onClose(() => this.connections.delete(connection));
      onConnection(connection);
    });
    this.#servers.push(server);
    return openServer(server, { host: address, port: 0 });
  }
}

/** The first message names the service. */
function serve(connection: ClientConnection, service: SimulatedService): void {
  let session: ServiceSession | undefined;
  connection.onClose(() => session?.close());
  connection.receive(measureFirst(measureDirectory, measureFrames()), (bytes) => {
    if (session === undefined) {
      directoryCodec.decode(bytes);
      session = service.open(connection);
    } else {
      session.message(bytes);
    }
  });
}
