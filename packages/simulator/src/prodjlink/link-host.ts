import { createSocket, type Socket } from 'node:dgram';
import {
  EXPORT_OF_SLOT,
  LIBRARY,
  type MediaQuery,
  messageIn,
  type PresenceMessage,
  presenceCodec,
  type StatusMessage,
  statusCodec,
  type TimingMessage,
  timingCodec,
} from '@deckcast/prodjlink';
import { bound } from '../network.ts';
import { LinkDatabaseServer } from './link-database-server.ts';
import { type LinkExports, LinkFileServer } from './link-file-server.ts';
import { databaseItems, LIBRARY_PATH, type LinkMedium } from './link-medium.ts';
import type { LinkOutput } from './link-output.ts';
import { type LinkWireNetwork, opened } from './link-wire.ts';

export interface LinkHostOptions {
  readonly address: string;
  readonly network: LinkWireNetwork;
  readonly guests: () => readonly string[];
  readonly deviceCount: number;
  readonly answers: (asNumber: number) => boolean;
}

const MAX_QUERIES = 1_000;

/** Artworks have the number of their track. */
export class LinkHost implements LinkOutput {
  readonly address: string;
  readonly deviceCount: number;
  readonly files: LinkFileServer;
  readonly database: LinkDatabaseServer;
  readonly queries: MediaQuery[] = [];
  readonly #options: LinkHostOptions;
  readonly #exports: LinkExports = {};
  readonly #media = new Map<number, LinkMedium>();
  #socket: Socket | undefined;

  constructor(options: LinkHostOptions) {
    this.address = options.address;
    this.deviceCount = options.deviceCount;
    this.#options = options;
    this.files = new LinkFileServer(this.#exports);
    this.database = new LinkDatabaseServer({
      answers: options.answers,
      items: (slot, trackId) => {
        const track = this.#media.get(slot)?.tracks.find(({ id }) => id === trackId);
        return track && databaseItems(track, track.artworkPath === undefined ? 0 : trackId);
      },
      picture: (slot, artworkId) => {
        const medium = this.#media.get(slot);
        const path = medium?.tracks.find(({ id }) => id === artworkId)?.artworkPath;
        return path === undefined ? undefined : medium?.files[path.slice(1)];
      },
    });
  }

  /** @throws SimulationError if a port cannot be opened */
  async open(): Promise<void> {
    const { address, network } = this.#options;
    this.#socket = createSocket('udp4');
    this.#socket.on('message', (bytes) => this.#receive(bytes));
    await opened(
      Promise.all([
        bound(this.#socket, network.ports.status, address),
        this.files.open(network.portmapPort, address),
        this.database.open(network.databasePort, address),
      ]),
    );
    this.#socket.on('error', () => undefined);
    this.#socket.setBroadcast(true);
  }

  /** Files and database get other ports. */
  async power(on: boolean): Promise<void> {
    const { address, network } = this.#options;
    this.files.close();
    this.database.close();
    if (on) {
      this.files.reinsert();
      await Promise.all([
        this.files.open(network.portmapPort, address),
        this.database.open(network.databasePort, address),
      ]);
    }
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    this.files.close();
    this.database.close();
  }

  mediumIn(slot: number): LinkMedium | undefined {
    return this.#media.get(slot);
  }

  /** Makes handles stale. */
  insert(slot: number, medium: LinkMedium | undefined): void {
    // A collection of rekordbox exports no folder.
    const exported = EXPORT_OF_SLOT[slot];
    this.files.reinsert();
    if (medium === undefined) {
      this.#media.delete(slot);
    } else {
      this.#media.set(slot, medium);
    }
    if (exported !== undefined && medium !== undefined) {
      this.#exports[exported] = medium.files;
    } else if (exported !== undefined) {
      delete this.#exports[exported];
    }
  }

  presence(message: PresenceMessage): void {
    this.send('presence', presenceCodec.encode(message));
  }

  timing(message: TimingMessage): void {
    this.send('timing', timingCodec.encode(message));
  }

  status(message: StatusMessage): void {
    this.send('status', statusCodec.encode(message));
  }

  /** Status goes to guests only. */
  send(port: 'presence' | 'timing' | 'status', bytes: Uint8Array): void {
    const { network, guests } = this.#options;
    for (const address of port === 'status' ? guests() : [network.broadcast]) {
      // Unsent packets are lost, as on a cable: the network may be gone for a while.
      this.#socket?.send(bytes, network.ports[port], address, () => undefined);
    }
  }

  #receive(bytes: Uint8Array): void {
    const query = messageIn(statusCodec, bytes);
    if (query?.kind !== 'media-query') {
      return;
    }
    this.queries.push(query);
    this.queries.splice(0, this.queries.length - MAX_QUERIES);
    const medium = this.#media.get(query.slot);
    const answer = statusCodec.encode({
      kind: 'media-answer',
      name: '',
      format: 0,
      number: query.player,
      player: query.player,
      slot: query.slot,
      mediumName: medium?.name ?? '',
      created: '2026-01-01',
      tracks: medium?.tracks.length ?? 0,
      library: libraryOn(medium),
      playlists: medium === undefined ? 0 : 1,
    });
    this.#socket?.send(answer, this.#options.network.ports.status, query.ip, () => undefined);
  }
}

function libraryOn(medium: LinkMedium | undefined): number {
  if (medium === undefined) {
    return LIBRARY.noMedium;
  }
  return LIBRARY_PATH in medium.files ? LIBRARY.rekordbox : LIBRARY.none;
}
