/**
 * Simulated players and a mixer on loopback at a high rate, each at an address of its own, with the files of its media.
 */
import { createSocket, type Socket } from 'node:dgram';
import { type LinkPorts, MEDIUM, type PlayerStatus, SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import type { LocalAddress } from '@deckcast/wire-kit';
import { LinkAnnouncer } from '../../packages/simulator/src/prodjlink/link-announcer.ts';
import type { LinkFileServer } from '../../packages/simulator/src/prodjlink/link-file-server.ts';
import { LinkHost } from '../../packages/simulator/src/prodjlink/link-host.ts';
import type { LinkMedium } from '../../packages/simulator/src/prodjlink/link-medium.ts';
import { LinkMixer } from '../../packages/simulator/src/prodjlink/link-mixer.ts';
import { linkModel } from '../../packages/simulator/src/prodjlink/link-models.ts';
import { LinkPlayer, type LinkSlot } from '../../packages/simulator/src/prodjlink/link-player.ts';
import { SLOT_NUMBERS } from '../../packages/simulator/src/prodjlink/link-unit.ts';
import { LinkGuests, type LinkWireNetwork } from '../../packages/simulator/src/prodjlink/link-wire.ts';
import { systemClock } from '../../src/host/clock.ts';
import { freeLinkPorts, freePort, freeUdpPort } from './free-port.ts';

/** Files of a medium with these tracks. */
export { linkMedium as mediumOf } from '../../packages/simulator/src/prodjlink/link-medium.ts';

const CADENCE = { keepAliveMs: 100, statusMs: 40, onAirMs: 100, startMs: 5 } as const;
/** Bit of the role byte. */
const REKORDBOX_ROLE = 0x04;
const BPM = 200;
const FIRST_HOST = 10;
const MIXER_PLACE = 33;

/** Loopback as the program's interface. */
export const LOOPBACK: LocalAddress = {
  name: 'lo',
  address: '127.0.0.1',
  netmask: '255.0.0.0',
  mac: '02:00:00:00:00:07',
  internal: true,
};

/** Free ports, so that tests can run in parallel. */
export async function freeLinkNetwork(): Promise<LinkWireNetwork> {
  return {
    addressOf: (place) => `127.0.0.${FIRST_HOST + place}`,
    broadcast: '127.255.255.255',
    ports: await freeLinkPorts(),
    portmapPort: await freeUdpPort(),
    databasePort: await freePort(),
  };
}

export class LinkPlayers {
  readonly ports: LinkPorts;
  readonly network: LinkWireNetwork;
  readonly #guests: LinkGuests;
  readonly #own = new Set<string>();
  readonly #open: { close(): void }[] = [];

  private constructor(network: LinkWireNetwork) {
    this.network = network;
    this.ports = network.ports;
    this.#guests = new LinkGuests(network, this.#own, systemClock, () => undefined);
  }

  static async open(): Promise<LinkPlayers> {
    const players = new LinkPlayers(await freeLinkNetwork());
    await players.#guests.open();
    return players;
  }

  async player(number: number, options: PlayerOptions = {}): Promise<TestPlayer> {
    const name = options.name ?? 'CDJ-2000nexus';
    const model = linkModel(name, options.firmware);
    const output =
      options.beside?.host ??
      (await this.#host(
        options.host ?? FIRST_HOST + number,
        (asNumber) => model.answersAll || (asNumber <= 4 && asNumber !== number),
      ));
    const player = new TestPlayer(
      { name, model, number, output, clock: systemClock, cadence: CADENCE },
      output,
    );
    this.#open.push(player);
    if (options.usb !== undefined) {
      player.put(options.usb);
    }
    player.switchOn();
    return player;
  }

  async mixer(): Promise<TestMixer> {
    const output = await this.#host(MIXER_PLACE, () => false);
    const mixer = new TestMixer({
      name: 'DJM-900NXS2',
      channels: 4,
      output,
      clock: systemClock,
      cadence: CADENCE,
    });
    this.#open.push({ close: () => mixer.switchOff() }, output);
    mixer.switchOn();
    return mixer;
  }

  /** Adds rekordbox with this collection. */
  async rekordbox(number: number, collection: LinkMedium): Promise<void> {
    const output = await this.#host(number, () => true);
    output.insert(SLOT.collection, collection);
    const announcer = new LinkAnnouncer({
      name: 'rekordbox',
      number,
      role: REKORDBOX_ROLE,
      output,
      clock: systemClock,
      cadence: CADENCE,
    });
    announcer.start(false);
    this.#open.push({ close: () => announcer.stop() }, output);
  }

  /** Takes one of our ports, as another program would. */
  async hold(port: keyof LinkPorts): Promise<Socket> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(this.ports[port], resolve));
    return socket;
  }

  close(): void {
    for (const device of this.#open) {
      device.close();
    }
    this.#guests.close();
  }

  async #host(place: number, answers: (asNumber: number) => boolean): Promise<LinkHost> {
    const { network } = this;
    const address = network.addressOf(place);
    this.#own.add(address);
    const host = new LinkHost({
      address,
      network,
      guests: () => this.#guests.addresses,
      deviceCount: 2,
      answers,
    });
    await host.open();
    return host;
  }
}

interface PlayerOptions {
  readonly name?: string;
  /** Version in its status; the model's usual one by default. */
  readonly firmware?: string;
  /** Host part of its address; its number by default. */
  readonly host?: number;
  /** Another player of the same device, at the same address. */
  readonly beside?: TestPlayer;
  /** Medium on its USB stick; undefined for none. */
  readonly usb?: LinkMedium;
}

/** A player whose moves complete at once. */
export class TestPlayer extends LinkPlayer {
  readonly host: LinkHost;

  constructor(options: ConstructorParameters<typeof LinkPlayer>[0], host: LinkHost) {
    super(options);
    this.host = host;
  }

  get files(): LinkFileServer {
    return this.host.files;
  }

  put(medium: LinkMedium, slot: LinkSlot = 'usb'): void {
    this.host.insert(SLOT_NUMBERS[slot], medium);
    this.insert(slot);
  }

  pull(): void {
    this.host.insert(SLOT.usb, undefined);
    this.set({ usb: MEDIUM.empty });
  }

  /** Loads a track of a player's stick. */
  loads(trackId: number, from: number = this.number, change: Partial<PlayerStatus> = {}): void {
    this.load({ player: from, slot: SLOT.usb, type: TRACK_TYPE.rekordbox, id: trackId, bpm: BPM }, 0);
    this.set(change);
  }

  close(): void {
    this.switchOff();
    this.host.close();
  }
}

export class TestMixer extends LinkMixer {
  /** Opens these channels and closes all others. */
  opens(...channels: readonly number[]): void {
    for (const channel of [1, 2, 3, 4]) {
      this.fader(channel, channels.includes(channel) ? 1 : 0);
    }
  }
}
