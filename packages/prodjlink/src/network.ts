import type { RemoteInfo } from 'node:dgram';
import { broadcastAddress, type LocalAddress, pause } from '@deckcast/wire-kit';
import { type LinkDevice, type LinkDeviceEvent, LinkDeviceTable } from './device-table.ts';
import { type GuestState, LinkGuest } from './guest.ts';
import { InterfaceChoice } from './interface-choice.ts';
import { LinkSocket, type PortState } from './link-socket.ts';
import { type LinkCodec, messageIn } from './messages/link-codec.ts';
import { type PresenceMessage, presenceCodec, ROLE } from './messages/presence.ts';
import { type StatusMessage, statusCodec } from './messages/status.ts';
import { type TimingMessage, timingCodec } from './messages/timing.ts';
import { type LinkOptions, type LinkPorts, resolveOptions } from './options.ts';
import { CURRENT_GENERATION } from './outgoing.ts';
import { guardedReceiver, type LinkReceiver } from './receiver.ts';
import type { Sender } from './sender.ts';
import { UnknownKinds } from './unknown-kinds.ts';

/** State of the network, to explain why no device is found. */
export interface LinkStatus {
  readonly guest: GuestState;
  /** Interface in use; undefined before the first device. */
  readonly interface: LocalAddress | undefined;
  /** Addresses of this computer at which devices may be; empty while it is on no network. */
  readonly addresses: readonly LocalAddress[];
  readonly ports: Readonly<Record<'presence' | 'timing' | 'status', PortState>>;
  readonly devices: readonly LinkDevice[];
  /** Devices that are heard, but not reachable from this computer's interfaces. */
  readonly unreachable: readonly string[];
  readonly dropped: number;
  /** Code of the last keep-alive's error. */
  readonly sendError: string | undefined;
}

/** Timeouts and announcements are checked this often. */
const TICK_MS = 250;
const INTERFACES_MS = 1000;
/** Offers of numbers, by address. */
const MAX_REMEMBERED = 16;
const EVERYWHERE = '0.0.0.0';

/** Guest's view of a PRO DJ LINK network: devices, their status, channels on air. */
export class ProDjLinkNetwork {
  readonly #options: ReturnType<typeof resolveOptions>;
  #receiver: Required<LinkReceiver> = guardedReceiver({});
  readonly #sender: Sender;
  readonly #table: LinkDeviceTable;
  readonly #guest: LinkGuest;
  readonly #interfaces: InterfaceChoice;
  readonly #presence: LinkSocket;
  readonly #announcer: LinkSocket;
  readonly #timing: LinkSocket;
  readonly #status: LinkSocket;
  readonly #unknown: UnknownKinds;
  readonly #offers = new Set<string>();
  #reportedGuest: GuestState = { kind: 'silent', why: 'nobody' };
  #announcedAt = Number.NEGATIVE_INFINITY;
  #interfacesAt = Number.NEGATIVE_INFINITY;
  #dropped = 0;
  #sendError: string | undefined;

  constructor(options: LinkOptions) {
    const resolved = resolveOptions(options);
    const { ports, retryMs } = resolved;
    this.#options = resolved;
    this.#sender = resolved.sender;
    this.#table = new LinkDeviceTable(resolved);
    this.#guest = new LinkGuest(resolved);
    this.#interfaces = new InterfaceChoice(resolved.interface, resolved.silenceMs);
    this.#unknown = new UnknownKinds(resolved.log);
    const presence = {
      port: ports.presence,
      shared: true,
      retryMs,
      onMessage: (bytes: Buffer, from: RemoteInfo) =>
        this.#receive('presence', presenceCodec, bytes, from, this.#onPresence),
    };
    this.#presence = new LinkSocket(presence);
    // Bound to the interface's address, so that packets leave by it even if two are on the same network.
    this.#announcer = new LinkSocket(presence);
    this.#timing = new LinkSocket({
      port: ports.timing,
      shared: false,
      retryMs,
      onMessage: (bytes, from) => this.#receive('timing', timingCodec, bytes, from, this.#onTiming),
    });
    this.#status = new LinkSocket({
      port: ports.status,
      shared: false,
      retryMs,
      onMessage: (bytes, from) => this.#receive('status', statusCodec, bytes, from, this.#onStatus),
    });
  }

  /** Pass it to the clients of players. */
  get sender(): Sender {
    return this.#sender;
  }

  /**
   * Reports until the signal fires. The protocol has no goodbye: devices forget us after about 10 s. Never
   * rejects.
   */
  async run(receiver: LinkReceiver, signal: AbortSignal): Promise<void> {
    this.#receiver = guardedReceiver(receiver);
    const { clock } = this.#options;
    const tickMs = Math.min(TICK_MS, this.#options.intervalMs);
    while (!signal.aborted) {
      await this.#openPorts();
      this.#tick(clock.monotonic());
      const due = clock.monotonic() + tickMs;
      await pause(clock, tickMs, signal);
      // Packets sent while this computer slept are lost or unread.
      this.#table.ignoreSleep(Math.max(0, clock.monotonic() - due));
    }
    for (const socket of [this.#presence, this.#announcer, this.#timing, this.#status]) {
      socket.close();
    }
  }

  /**
   * Asks for the content of a player's slot; the answer goes to the receiver. Returns false if nothing was
   * sent: we are not announced, or the device is no player.
   */
  queryMedium(device: LinkDevice, slot: number): boolean {
    const { socket } = this.#status;
    const local = this.#interfaces.chosen;
    const { state } = this.#guest;
    if (socket === undefined || local === undefined || state.kind !== 'announced') {
      return false;
    }
    if (device.role !== 'player' || this.#table.find(device.address, device.number) === undefined) {
      return false;
    }
    const { name, ports } = this.#options;
    const query = statusCodec.encode({
      kind: 'media-query',
      name,
      format: 0,
      number: state.number,
      ip: local.address,
      player: device.number,
      slot,
    });
    this.#sender.datagram(socket, 'status', query, device.address, ports.status);
    return true;
  }

  status(): LinkStatus {
    return {
      guest: this.#guest.state,
      interface: this.#interfaces.chosen,
      addresses: this.#interfaces.usable,
      ports: {
        presence: this.#presence.state,
        timing: this.#timing.state,
        status: this.#status.state,
      },
      devices: this.#table.devices,
      unreachable: this.#interfaces.unreachable(this.#options.clock.monotonic()),
      dropped: this.#dropped,
      sendError: this.#sendError,
    };
  }

  async #openPorts(): Promise<void> {
    const { clock, listenOnly, presenceOnly } = this.#options;
    const now = clock.monotonic();
    if (now - this.#interfacesAt >= INTERFACES_MS) {
      this.#interfacesAt = now;
      this.#interfaces.refresh(this.#options.localInterfaces());
      if (this.#interfaces.lost) {
        this.#leaveInterface();
      }
    }
    const local = this.#interfaces.chosen;
    await Promise.all([
      this.#presence.open(EVERYWHERE, now),
      presenceOnly ? undefined : this.#timing.open(EVERYWHERE, now),
      // Receives only unicast packets, so the port stays free on other interfaces.
      local === undefined || listenOnly ? undefined : this.#status.open(local.address, now),
      local === undefined || listenOnly ? undefined : this.#announcer.open(local.address, now),
    ]);
  }

  #leaveInterface(): void {
    this.#interfaces.forget();
    this.#status.close();
    this.#announcer.close();
    this.#guest.reset();
    this.#report(this.#table.clear());
  }

  #tick(now: number): void {
    this.#report(this.#table.expire(now));
    const canHear = [this.#timing, this.#status, this.#announcer].every(({ state }) => state.kind === 'open');
    const state = this.#guest.update(this.#table.devices, canHear, now);
    this.#reportGuest(state);
    if (state.kind === 'announced' && now - this.#announcedAt >= this.#options.intervalMs) {
      this.#announcedAt = now;
      this.#announce(state.number);
    }
  }

  async #announce(number: number): Promise<void> {
    const { socket } = this.#announcer;
    const local = this.#interfaces.chosen;
    if (socket === undefined || local === undefined) {
      return;
    }
    const { name, ports } = this.#options;
    const message = presenceCodec.encode({
      kind: 'keep-alive',
      name,
      format: 2,
      number,
      first: false,
      mac: local.mac,
      ip: local.address,
      devices: Math.min(255, this.#table.devices.length + 1),
      role: ROLE.player,
      generation: CURRENT_GENERATION,
    });
    this.#sendError = await this.#sender.datagram(
      socket,
      'presence',
      message,
      broadcastAddress(local),
      ports.presence,
    );
  }

  #receive<Message extends PresenceMessage | TimingMessage | StatusMessage>(
    port: keyof LinkPorts,
    codec: LinkCodec<Message>,
    bytes: Buffer,
    { address }: RemoteInfo,
    use: (message: Message, address: string, now: number) => void,
  ): void {
    // Our broadcasts come back, from a second interface on the same network even with another address.
    if (this.#interfaces.isOwn(address)) {
      return;
    }
    const message = messageIn(codec, bytes);
    this.#options.onReceived?.({ port, address, bytes, message });
    if (message === undefined) {
      this.#dropped++;
    } else {
      use(message, address, this.#options.clock.monotonic());
    }
  }

  readonly #onPresence = (message: PresenceMessage, address: string, now: number): void => {
    if (message.kind === 'keep-alive' && message.ip === address) {
      if (this.#interfaces.needsChoice(address, !this.#hasPlayerOrMixer(), now)) {
        this.#leaveInterface();
        this.#interfaces.choose(address);
      }
    }
    if (!this.#interfaces.reaches(address)) {
      return;
    }
    this.#guest.onName(message.name, now);
    switch (message.kind) {
      case 'keep-alive':
        this.#guest.onNumberUsed(message.number, now);
        this.#report(this.#table.onKeepAlive(message, address, now));
        break;
      case 'claim-number':
      case 'number-in-use':
      case 'conflict':
        this.#guest.onNumberUsed(message.number, now);
        break;
      case 'hello':
      case 'claim-hardware':
        this.#table.onStart(address, now);
        break;
      case 'assignment-offer':
        this.#reportOffer(address);
        break;
      case 'unknown':
        this.#unknown.note(this.#options.ports.presence, message);
    }
    this.#reportGuest(this.#guest.state);
  };

  readonly #onTiming = (message: TimingMessage, address: string): void => {
    if (!this.#interfaces.reaches(address)) {
      return;
    }
    const device = this.#table.find(address, message.number);
    if (message.kind === 'on-air') {
      this.#receiver.onAir(message, address);
    } else if (message.kind === 'unknown') {
      this.#unknown.note(this.#options.ports.timing, message);
    } else if (device !== undefined && message.kind === 'beat') {
      this.#receiver.beat(device, message);
    } else if (device !== undefined && message.kind === 'position') {
      this.#receiver.position(device, message);
    }
  };

  readonly #onStatus = (message: StatusMessage, address: string, now: number): void => {
    if (!this.#interfaces.reaches(address)) {
      return;
    }
    if (message.kind === 'status') {
      this.#report(this.#table.onStatus(message.name, message.number, address, now));
    }
    if (message.kind === 'unknown') {
      this.#unknown.note(this.#options.ports.status, message);
    }
    const device = this.#table.find(address, message.number);
    if (device === undefined) {
      return;
    }
    if (message.kind === 'status') {
      this.#receiver.status(device, message);
    } else if (message.kind === 'mixer-status') {
      this.#receiver.mixerStatus(device, message);
    } else if (message.kind === 'media-answer') {
      this.#receiver.medium(device, message);
    }
  };

  #hasPlayerOrMixer(): boolean {
    return this.#table.devices.some(({ role }) => role === 'player' || role === 'mixer');
  }

  #report(events: readonly LinkDeviceEvent[]): void {
    for (const event of events) {
      this.#receiver.device(event);
    }
  }

  #reportGuest(state: GuestState): void {
    if (JSON.stringify(state) !== JSON.stringify(this.#reportedGuest)) {
      this.#reportedGuest = state;
      this.#receiver.guest(state);
    }
  }

  #reportOffer(address: string): void {
    if (!this.#offers.has(address) && this.#offers.size < MAX_REMEMBERED) {
      this.#offers.add(address);
      this.#receiver.assignmentOffered(address);
    }
  }
}
