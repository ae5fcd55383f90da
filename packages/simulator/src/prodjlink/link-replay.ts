import { createSocket, type Socket } from 'node:dgram';
import { EXPORT_OF_SLOT, messageIn, presenceCodec, SLOT } from '@deckcast/prodjlink';
import { sleep, type WireClock, type WireLogger } from '@deckcast/wire-kit';
import { bound } from '../network.ts';
import { playUntilAborted, runUntilAborted } from '../simulation.ts';
import { type LinkExports, LinkFileServer } from './link-file-server.ts';
import { linkMedium } from './link-medium.ts';
import { HARDWARE_CADENCE } from './link-output.ts';
import type { LinkRecording, RecordedDatagram } from './link-recording.ts';
import { LinkGuests, type LinkWireNetwork, opened } from './link-wire.ts';

export interface LinkReplayOptions {
  readonly recording: LinkRecording;
  readonly network: LinkWireNetwork;
  readonly clock: WireClock;
  readonly log: WireLogger;
}

export class LinkReplay {
  readonly #options: LinkReplayOptions;
  readonly #addresses: ReadonlyMap<string, string>;
  readonly #guests: LinkGuests;
  readonly #firstGuest: Promise<void>;
  readonly #sockets = new Map<string, Socket>();
  readonly #files: LinkFileServer[] = [];
  readonly #ending = new AbortController();

  constructor(options: LinkReplayOptions) {
    const { recording, network, clock } = options;
    this.#options = options;
    this.#addresses = new Map(recording.senders.map((from, place) => [from, network.addressOf(place)]));
    let onFirst = (): void => undefined;
    this.#firstGuest = new Promise((resolve) => {
      onFirst = resolve;
    });
    this.#guests = new LinkGuests(network, new Set(this.#addresses.values()), clock, () => onFirst());
  }

  /** Announces until a guest is found, plays, and stays, silent, until the signal fires. */
  async run(signal: AbortSignal): Promise<void> {
    const { recording, log, clock } = this.#options;
    const { datagrams, announcements, name } = recording;
    await runUntilAborted(signal, this.#ending, {
      open: () => this.#open(),
      play: (stop) => {
        const waits = datagrams.some(({ port }) => port === 'status');
        const begin = waits ? this.#announceUntilGuest(announcements, stop) : undefined;
        const timeline = datagrams.map((datagram) => ({ at: datagram.ms / 1_000, action: datagram }));
        const last = datagrams.at(-1);
        const perform = async (datagram: RecordedDatagram): Promise<void> => {
          this.#send(datagram);
          if (datagram === last) {
            log.info('recording ended', { set: name });
          }
        };
        return playUntilAborted({ timeline }, begin, perform, clock, stop);
      },
      close: () => this.#close(),
    });
  }

  async #open(): Promise<void> {
    const { network, log, recording } = this.#options;
    await this.#guests.open();
    for (const address of new Set(this.#addresses.values())) {
      const socket = createSocket('udp4');
      this.#sockets.set(address, socket);
      await opened(bound(socket, 0, address));
      socket.on('error', () => undefined);
      socket.setBroadcast(true);
      const exports = this.#exportsAt(address);
      if (Object.keys(exports).length > 0) {
        const files = new LinkFileServer(exports);
        this.#files.push(files);
        await opened(files.open(network.portmapPort, address));
      }
    }
    for (const [from, address] of this.#addresses) {
      log.info('simulated device on this computer', { recorded: from, address, set: recording.name });
    }
  }

  /** Names are in no datagram: number and medium make them. */
  #exportsAt(address: string): LinkExports {
    const media = this.#options.recording.media.filter(({ at }) => this.#addresses.get(at) === address);
    return Object.fromEntries(
      media.map(({ player, slot, trackIds }) => {
        const artist = `${slot === SLOT.sd ? 'SD' : 'USB'} of player ${player}`;
        const tracks = trackIds.map((id) => ({ id, title: `Track ${id}`, artist }));
        return [EXPORT_OF_SLOT[slot] ?? '', linkMedium(tracks).files];
      }),
    );
  }

  async #announceUntilGuest(announcements: readonly RecordedDatagram[], stop: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    let isThere = false;
    const guest = this.#firstGuest.then(() => {
      isThere = true;
    });
    while (!isThere) {
      for (const datagram of announcements) {
        this.#send(datagram);
      }
      await Promise.race([guest, sleep(clock, HARDWARE_CADENCE.keepAliveMs, stop)]);
    }
  }

  #send({ port, from, bytes }: RecordedDatagram): void {
    const { network } = this.#options;
    const socket = this.#sockets.get(this.#addresses.get(from) ?? '');
    const sent = port === 'presence' ? this.#moved(bytes) : bytes;
    for (const to of port === 'status' ? this.#guests.addresses : [network.broadcast]) {
      // Unsent packets are lost, as on a cable: the network may be gone for a while.
      socket?.send(sent, network.ports[port], to, () => undefined);
    }
  }

  /** Guests check the address in a datagram. */
  #moved(bytes: Uint8Array): Uint8Array {
    const message = messageIn(presenceCodec, bytes);
    if (message === undefined || !('ip' in message)) {
      return bytes;
    }
    const ip = this.#addresses.get(message.ip);
    return ip === undefined ? bytes : presenceCodec.encode({ ...message, ip }, bytes);
  }

  #close(): void {
    for (const socket of this.#sockets.values()) {
      socket.close();
    }
    for (const files of this.#files) {
      files.close();
    }
    this.#guests.close();
  }
}
