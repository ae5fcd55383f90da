/** LinkPlayers and a mixer on loopback, each at an address of its own, with the files of their media. */
import { createSocket, type Socket } from 'node:dgram';
import { type LinkPorts, MEDIUM, PLAY_STATE, type PlayerStatus } from '../../src/prodjlink/index.ts';
import { freePorts, playingStatus, TestDevice } from '../../src/prodjlink/testing/booth.ts';
import { TestFileServer } from '../../src/prodjlink/testing/file-server.ts';
import { type WrittenTrack, writeLibrary } from '../../src/rekordbox-library/index.ts';

const KEEP_ALIVE_EVERY_MS = 100;
const STATUS_EVERY_MS = 40;
/** Bits that are set in every packet's flags, and the one of a player that plays. */
const FLAGS = { always: 0x84, playing: 0xc4 } as const;
const USB = 3;

const EXPORT_PATH = 'PIONEER/rekordbox/export.pdb';

/** The files of a medium with these tracks. */
export function mediumOf(
  tracks: readonly WrittenTrack[],
  more: Readonly<Record<string, Uint8Array>> = {},
): Record<string, Uint8Array> {
  return { [EXPORT_PATH]: writeLibrary(tracks), ...more };
}

export class LinkPlayers {
  readonly ports: LinkPorts;
  /** Of every player's portmapper. */
  readonly portmapPort: number;
  readonly #open: { close(): void }[] = [];

  private constructor(ports: LinkPorts, portmapPort: number) {
    this.ports = ports;
    this.portmapPort = portmapPort;
  }

  static async open(): Promise<LinkPlayers> {
    return new LinkPlayers(await freePorts(), await freeUdpPort());
  }

  async player(number: number, options: PlayerOptions = {}): Promise<SimulatedPlayer> {
    const player = await SimulatedPlayer.open(number, this, options);
    this.#open.push(player);
    return player;
  }

  async mixer(channels: readonly boolean[] = [false, false, false, false]): Promise<SimulatedMixer> {
    const mixer = new SimulatedMixer(await TestDevice.open('127.0.0.133', this.ports), channels);
    this.#open.push(mixer);
    return mixer;
  }

  /** Another program has one of our ports. */
  async hold(port: keyof LinkPorts): Promise<Socket> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(this.ports[port], resolve));
    return socket;
  }

  close(): void {
    for (const device of this.#open) {
      device.close();
    }
  }
}

interface PlayerOptions {
  readonly name?: string;
  /** Last byte of its address; 10 and its number unless given. */
  readonly host?: number;
  /** Files on its USB stick; none without. */
  readonly usb?: Record<string, Uint8Array>;
}

export class SimulatedPlayer {
  readonly #device: TestDevice;
  readonly #name: string;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Its files, as its medium is now. */
  readonly #exports: Record<string, Record<string, Uint8Array>> = {};
  readonly files: TestFileServer;
  number: number;
  #status: PlayerStatus;

  private constructor(device: TestDevice, number: number, name: string) {
    this.#device = device;
    this.#name = name;
    this.number = number;
    this.files = new TestFileServer(this.#exports);
    this.#status = playingStatus({
      name,
      number,
      playState: PLAY_STATE.empty,
      flags: FLAGS.always,
      sourcePlayer: 0,
      slot: 0,
      trackType: 0,
      trackId: 0,
      usb: MEDIUM.empty,
      sd: MEDIUM.empty,
      nextMaster: null,
      emergencyLoop: false,
    });
  }

  static async open(number: number, players: LinkPlayers, options: PlayerOptions): Promise<SimulatedPlayer> {
    const address = `127.0.0.${options.host ?? 10 + number}`;
    const device = await TestDevice.open(address, players.ports);
    const player = new SimulatedPlayer(device, number, options.name ?? 'CDJ-2000nexus');
    await player.files.open([players.portmapPort, 0, 0], address);
    if (options.usb !== undefined) {
      player.insert(options.usb);
    }
    player.powerOn();
    return player;
  }

  insert(files: Record<string, Uint8Array>): void {
    this.#exports['/C/'] = files;
    this.set({ usb: MEDIUM.mounted });
  }

  /** The stick is taken out by its button. */
  eject(): void {
    delete this.#exports['/C/'];
    this.files.reinsert();
    this.set({ usb: MEDIUM.empty });
  }

  load(trackId: number, from: number = this.number, change: Partial<PlayerStatus> = {}): void {
    this.set({
      sourcePlayer: from,
      slot: USB,
      trackType: 1,
      trackId,
      playState: PLAY_STATE.loading,
      flags: FLAGS.always,
      ...change,
    });
    this.set({ playState: PLAY_STATE.cued });
  }

  play(): void {
    this.set({ playState: PLAY_STATE.playing, flags: FLAGS.playing });
  }

  pause(): void {
    this.set({ playState: PLAY_STATE.paused, flags: FLAGS.always });
  }

  beat(): void {
    this.#device.timing({
      kind: 'beat',
      name: this.#name,
      format: 0,
      number: this.number,
      nextBeat: 300,
      secondBeat: 600,
      nextBar: 1200,
      fourthBeat: 1200,
      secondBar: 2400,
      eighthBeat: 2400,
      pitch: 1,
      bpm: 200,
      beatInBar: 1,
    });
  }

  /** Sent at once, and repeated. */
  set(change: Partial<PlayerStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#tell();
  }

  powerOn(): void {
    const announce = () => this.#device.keepAlive(this.number, this.#name);
    announce();
    this.#timers.push(
      setInterval(announce, KEEP_ALIVE_EVERY_MS),
      setInterval(() => this.#tell(), STATUS_EVERY_MS),
    );
  }

  powerOff(): void {
    for (const timer of this.#timers.splice(0)) {
      clearInterval(timer);
    }
  }

  close(): void {
    this.powerOff();
    this.#device.close();
    this.files.close();
  }

  #tell(): void {
    this.#device.status({ ...this.#status, number: this.number });
  }
}

export class SimulatedMixer {
  readonly #device: TestDevice;
  readonly #timer: NodeJS.Timeout;
  #channels: readonly boolean[];

  constructor(device: TestDevice, channels: readonly boolean[]) {
    this.#device = device;
    this.#channels = channels;
    this.#timer = setInterval(() => {
      device.keepAlive(33, 'DJM-900NXS2', 2);
      this.#tell();
    }, KEEP_ALIVE_EVERY_MS);
  }

  open(...channels: readonly number[]): void {
    this.#channels = this.#channels.map((_, index) => channels.includes(index + 1));
    this.#tell();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#device.close();
  }

  #tell(): void {
    this.#device.timing({
      kind: 'on-air',
      name: 'DJM-900NXS2',
      format: 2,
      number: 33,
      channels: this.#channels,
    });
  }
}

function freeUdpPort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(0, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
