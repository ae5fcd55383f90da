import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import {
  inSubnet,
  type LocalAddress,
  listLocalAddresses,
  silentLogger,
  systemClock,
  type WireClock,
  type WireLogger,
} from '@deckcast/wire-kit';
import { Announcer, type InterfaceStatus } from './announcer.ts';
import {
  type AnnouncerEvent,
  AnnouncerTable,
  type DeviceInfo,
  type IgnoredDevice,
} from './announcer-table.ts';
import { CoalescedTimer } from './coalesced-timer.ts';
import { type Announcement, announcementCodec, DISCOVERY_PORT } from './messages/discovery.ts';

/** Our identity in announcements. */
export type AnnouncedIdentity = Omit<Announcement, 'action'>;

/** Options of discovery. */
export interface DiscoveryOptions {
  readonly identity: AnnouncedIdentity;
  /** Sends nothing, so devices stay unaware of us. Default false. */
  readonly listenOnly?: boolean | undefined;
  /** Names of interfaces, possibly `lo`. Default: all but loopback. */
  readonly interfaces?: readonly string[] | undefined;
  /** Ignores devices at 169.254.x.x. Default false. */
  readonly ignoreLinkLocal?: boolean | undefined;
  /** Default: the limit `devices`. */
  readonly maxDevices?: number | undefined;
  /** Selects devices. Default: all. */
  readonly wanted?: ((device: DeviceInfo) => boolean) | undefined;
  /** UDP port; hardware uses DISCOVERY_PORT only. */
  readonly port?: number | undefined;
  /** Milliseconds between announcements. Default 1000, like devices. */
  readonly intervalMs?: number | undefined;
  /** Milliseconds without an announcement after which a device is gone. Default 5000. */
  readonly silenceMs?: number | undefined;
  readonly log?: WireLogger | undefined;
  readonly clock?: WireClock | undefined;
  readonly localAddresses?: (() => LocalAddress[]) | undefined;
}

/** Traffic so far, to explain why nothing was found. */
export interface DiscoveryStatus {
  /** Undefined until the port was tried. */
  readonly listening: boolean | undefined;
  readonly interfaces: readonly (InterfaceStatus & {
    /** Announcements from this interface's network, without our own. */
    readonly received: number;
    /** Our own announcements that came back, as they do unless a firewall on this computer drops them. */
    readonly returned: number;
  })[];
  /** Datagrams other than announcements. */
  readonly dropped: number;
  /** Devices without a slot. */
  readonly leftOut: number;
  /** Devices that announce themselves now and are not watched; at most 256. */
  readonly ignored: readonly IgnoredDevice[];
}

/** Announces us on every interface and receives other announcements. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #receive: (event: AnnouncerEvent) => void;
  readonly #log: WireLogger;
  readonly #clock: WireClock;
  readonly #timer: CoalescedTimer;
  readonly #port: number;
  readonly #announcers: AnnouncerTable;
  readonly #announcer: Announcer;
  readonly #howdy: Buffer;
  readonly #received = new Map<string, number>();
  readonly #returned = new Map<string, number>();
  #locals: readonly LocalAddress[] = [];
  #listener: Socket | undefined;
  #bindFailed = false;
  #dropped = 0;

  constructor(
    options: DiscoveryOptions,
    receive: (event: AnnouncerEvent) => void,
    timer = new CoalescedTimer(options.clock ?? systemClock),
  ) {
    this.#options = options;
    this.#receive = receive;
    this.#log = options.log ?? silentLogger;
    this.#clock = options.clock ?? systemClock;
    this.#timer = timer;
    this.#port = options.port ?? DISCOVERY_PORT;
    this.#announcers = new AnnouncerTable({
      own: options.identity.token,
      interfaces: options.interfaces,
      ignoreLinkLocal: options.ignoreLinkLocal ?? false,
      maxDevices: options.maxDevices ?? 32,
      silenceMs: options.silenceMs ?? 5000,
      wanted: options.wanted ?? (() => true),
    });
    this.#announcer = new Announcer(this.#port, this.#log);
    this.#howdy = this.#datagram('howdy');
  }

  /** Ends with a goodbye on every interface. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#locals = this.#chosenAddresses();
      // Retries a port in use: the other program may end. Listens first, because the system may choose this
      // port for an announcement.
      if (this.#listener === undefined) {
        await this.#listen();
      }
      if (this.#options.listenOnly !== true) {
        this.#announcer.send(this.#howdy);
        // New interfaces get an announcement at once.
        this.#announcer.follow(this.#locals, (address) => this.#announcer.send(this.#howdy, address));
      }
      for (const event of this.#announcers.expire(this.#clock.monotonic())) {
        this.#receive(event);
      }
      await this.#pause(signal);
    }
    this.#listener?.close();
    this.#listener = undefined;
    await this.#announcer.close(this.#datagram('exit'));
  }

  /** Serves a device that has just started and missed the last announcement. */
  announce(): void {
    this.#announcer.send(this.#howdy);
  }

  /** A device that could not be connected gives way when slots are short. */
  note(token: string, outcome: 'failed' | 'connected'): void {
    this.#announcers.note(token, outcome);
  }

  status(): DiscoveryStatus {
    return {
      listening: this.#listener !== undefined || (this.#bindFailed ? false : undefined),
      interfaces: this.#locals.map((local) => ({
        ...this.#announcer.status(local),
        received: this.#received.get(local.address) ?? 0,
        returned: this.#returned.get(local.address) ?? 0,
      })),
      dropped: this.#dropped,
      leftOut: this.#announcers.leftOut,
      ignored: this.#announcers.ignored,
    };
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { intervalMs = 1000 } = this.#options;
    // Announcements may be unread or missed after this computer slept or was busy.
    this.#announcers.excuse(await this.#timer.next(intervalMs, signal));
  }

  #chosenAddresses(): LocalAddress[] {
    const { interfaces, localAddresses = listLocalAddresses } = this.#options;
    return localAddresses().filter((local) =>
      interfaces === undefined ? !local.internal : interfaces.includes(local.name),
    );
  }

  #datagram(action: Announcement['action']): Buffer {
    return announcementCodec.encode({ ...this.#options.identity, action });
  }

  #listen(): Promise<void> {
    return new Promise((resolve) => {
      // Shared, so that other StagelinQ software can run here.
      const socket = createSocket({ type: 'udp4', reuseAddr: true });
      socket.on('message', (bytes, from) => this.#onDatagram(bytes, from));
      socket.on('error', (error) => {
        this.#listener = undefined;
        socket.close();
        if (!this.#bindFailed) {
          this.#log.warn('cannot listen for announcements; another program may use the port', {
            port: this.#port,
            error: error.message,
          });
        }
        this.#bindFailed = true;
        resolve();
      });
      socket.bind(this.#port, '0.0.0.0', () => {
        this.#listener = socket;
        resolve();
      });
    });
  }

  #onDatagram(bytes: Buffer, from: RemoteInfo): void {
    let announcement: Announcement;
    try {
      announcement = announcementCodec.decode(bytes);
    } catch (error) {
      this.#dropped++;
      this.#log.debug('dropped a datagram that is not an announcement', {
        from: from.address,
        bytes: bytes.length,
        reason: error instanceof Error ? error.message : undefined,
      });
      return;
    }
    this.#countAnnouncement(announcement, from.address);
    const now = this.#clock.monotonic();
    for (const event of this.#announcers.noteAnnouncement(announcement, from.address, this.#locals, now)) {
      this.#receive(event);
    }
  }

  #countAnnouncement(announcement: Announcement, from: string): void {
    const isOwn = announcement.token === this.#options.identity.token;
    const counts = isOwn ? this.#returned : this.#received;
    const local = this.#locals.find((candidate) => inSubnet(from, candidate));
    if (local !== undefined) {
      counts.set(local.address, (counts.get(local.address) ?? 0) + 1);
    }
  }
}
