import type { RemoteInfo } from 'node:dgram';
import { type LinkDevice, type LinkDeviceEvent, LinkDeviceTable } from './device-table.ts';
import { ProDjLinkError } from './errors.ts';
import { type GuestState, LinkGuest } from './guest.ts';
import { InterfaceChoice } from './interface-choice.ts';
import { broadcastAddress, type LinkInterface } from './interfaces.ts';
import { LinkSocket, type PortState } from './link-socket.ts';
import { ROLE } from './messages/head.ts';
import { type PresenceMessage, presenceCodec } from './messages/presence.ts';
import { type StatusMessage, statusCodec } from './messages/status.ts';
import { type TimingMessage, timingCodec } from './messages/timing.ts';
import { type LinkOptions, resolveOptions } from './options.ts';
import { CURRENT_GENERATION } from './outgoing.ts';
import { guardedReceiver, type LinkReceiver } from './receiver.ts';
import type { Sender } from './sender.ts';
import { pause } from './tools.ts';
import { UnknownKinds } from './unknown-kinds.ts';

/** What came in and goes out: enough to say why nothing is found. */
export interface LinkStatus {
  readonly guest: GuestState;
  /** The one interface that is used; undefined before anybody was heard. */
  readonly interface: LinkInterface | undefined;
  readonly ports: Readonly<Record<'presence' | 'timing' | 'status', PortState>>;
  readonly devices: readonly LinkDevice[];
  /** Addresses of devices that are heard, but cannot be reached from the interfaces of this computer. */
  readonly unreachable: readonly string[];
  /** Datagrams that were not understood. */
  readonly dropped: number;
  /** Error code of the last keep-alive that could not be sent. */
  readonly sendError: string | undefined;
}

/** How often everything is looked after, in milliseconds; the interfaces less often. */
const TICK_MS = 250;
const INTERFACES_MS = 1000;
/** Remembered addresses that offered a number. */
const MAX_REMEMBERED = 16;
const EVERYWHERE = '0.0.0.0';

/** One PRO DJ LINK network, heard as a guest: who is there, what they play, which channels are open. */
export class ProDjLinkNetwork {
  readonly #options: ReturnType<typeof resolveOptions>;
  readonly #tell: Required<LinkReceiver>;
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
  #told: GuestState = { kind: 'silent', why: 'nobody' };
  #announcedAt = Number.NEGATIVE_INFINITY;
  #interfacesAt = Number.NEGATIVE_INFINITY;
  #dropped = 0;
  #sendError: string | undefined;

  constructor(options: LinkOptions, receiver: LinkReceiver) {
    const resolved = resolveOptions(options);
    const { ports, retryMs } = resolved;
    this.#options = resolved;
    this.#tell = guardedReceiver(receiver);
    this.#sender = resolved.sender;
    this.#table = new LinkDeviceTable(resolved);
    this.#guest = new LinkGuest(resolved);
    this.#interfaces = new InterfaceChoice(resolved.interface);
    this.#unknown = new UnknownKinds(resolved.log);
    const presence = {
      port: ports.presence,
      shared: true,
      retryMs,
      onMessage: (bytes: Buffer, from: RemoteInfo) =>
        this.#hear(presenceCodec, bytes, from, this.#onPresence),
    };
    this.#presence = new LinkSocket(presence);
    // What is sent from the address of an interface leaves by that one, also where two are in the same network.
    this.#announcer = new LinkSocket(presence);
    this.#timing = new LinkSocket({
      port: ports.timing,
      shared: false,
      retryMs,
      onMessage: (bytes, from) => this.#hear(timingCodec, bytes, from, this.#onTiming),
    });
    this.#status = new LinkSocket({
      port: ports.status,
      shared: false,
      retryMs,
      onMessage: (bytes, from) => this.#hear(statusCodec, bytes, from, this.#onStatus),
    });
  }

  /** Everything that this network, and what was made for it, sends goes through here. */
  get sender(): Sender {
    return this.#sender;
  }

  /** Until the signal fires. There is no good-bye on this network: devices forget us after some 10 s. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const tickMs = Math.min(TICK_MS, this.#options.intervalMs);
    while (!signal.aborted) {
      await this.#openPorts();
      this.#tick(clock.monotonic());
      const due = clock.monotonic() + tickMs;
      await pause(clock, tickMs, signal);
      // What was sent while this computer slept was missed, or is still to be read.
      this.#table.excuse(Math.max(0, clock.monotonic() - due));
    }
    for (const socket of [this.#presence, this.#announcer, this.#timing, this.#status]) {
      socket.close();
    }
  }

  /**
   * Asks a player what is in one of its slots; the answer goes to the receiver. False when nothing was sent: we are not
   * announced, or it is no player.
   */
  askMedium(device: LinkDevice, slot: number): boolean {
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
      ports: {
        presence: this.#presence.state,
        timing: this.#timing.state,
        status: this.#status.state,
      },
      devices: this.#table.devices,
      unreachable: this.#interfaces.unreachable,
      dropped: this.#dropped,
      sendError: this.#sendError,
    };
  }

  async #openPorts(): Promise<void> {
    const { clock, listenOnly } = this.#options;
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
      this.#timing.open(EVERYWHERE, now),
      // What arrives here is sent to one address only: the port of the others is not ours to hold.
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
    this.#tellGuest(state);
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

  #hear<Message>(
    codec: { decode(bytes: Uint8Array): Message },
    bytes: Buffer,
    from: RemoteInfo,
    use: (message: Message, address: string, now: number) => void,
  ): void {
    // Our own broadcasts come back, and on a second interface of the same network they look like a stranger's.
    if (this.#interfaces.isOwn(from.address)) {
      return;
    }
    let message: Message;
    try {
      message = codec.decode(bytes);
    } catch (error) {
      if (!(error instanceof ProDjLinkError)) {
        throw error;
      }
      this.#dropped++;
      return;
    }
    use(message, from.address, this.#options.clock.monotonic());
  }

  readonly #onPresence = (message: PresenceMessage, address: string, now: number): void => {
    if (message.kind === 'keep-alive' && message.ip === address) {
      if (this.#interfaces.needsChoice(address, !this.#hasCompany())) {
        this.#leaveInterface();
        this.#interfaces.choose(address);
      }
    }
    if (!this.#interfaces.reaches(address)) {
      return;
    }
    switch (message.kind) {
      case 'keep-alive':
        this.#guest.hearNumber(message.number, now);
        this.#report(this.#table.hearKeepAlive(message, address, now));
        break;
      case 'claim-number':
      case 'number-in-use':
      case 'conflict':
        this.#guest.hearNumber(message.number, now);
        break;
      case 'hello':
      case 'claim-hardware':
        this.#table.hearStart(address, now);
        break;
      case 'assignment-offer':
        this.#tellOffer(address);
        break;
      case 'unknown':
        this.#unknown.note(this.#options.ports.presence, message);
    }
    this.#tellGuest(this.#guest.state);
  };

  readonly #onTiming = (message: TimingMessage, address: string): void => {
    if (!this.#interfaces.reaches(address)) {
      return;
    }
    const device = this.#table.find(address, message.number);
    if (message.kind === 'on-air') {
      this.#tell.onAir(message, address);
    } else if (message.kind === 'unknown') {
      this.#unknown.note(this.#options.ports.timing, message);
    } else if (device !== undefined && message.kind === 'beat') {
      this.#tell.beat(device, message);
    } else if (device !== undefined && message.kind === 'position') {
      this.#tell.position(device, message);
    }
  };

  readonly #onStatus = (message: StatusMessage, address: string, now: number): void => {
    if (!this.#interfaces.reaches(address)) {
      return;
    }
    if (message.kind === 'status') {
      this.#report(this.#table.hearStatus(message.name, message.number, address, now));
    }
    if (message.kind === 'unknown') {
      this.#unknown.note(this.#options.ports.status, message);
    }
    const device = this.#table.find(address, message.number);
    if (device === undefined) {
      return;
    }
    if (message.kind === 'status') {
      this.#tell.status(device, message);
    } else if (message.kind === 'mixer-status') {
      this.#tell.mixerStatus(device, message);
    } else if (message.kind === 'media-answer') {
      this.#tell.medium(device, message);
    }
  };

  #hasCompany(): boolean {
    return this.#table.devices.some(({ role }) => role === 'player' || role === 'mixer');
  }

  #report(events: readonly LinkDeviceEvent[]): void {
    for (const event of events) {
      this.#tell.device(event);
    }
  }

  #tellGuest(state: GuestState): void {
    if (JSON.stringify(state) !== JSON.stringify(this.#told)) {
      this.#told = state;
      this.#tell.guest(state);
    }
  }

  #tellOffer(address: string): void {
    if (!this.#offers.has(address) && this.#offers.size < MAX_REMEMBERED) {
      this.#offers.add(address);
      this.#tell.assignmentOffered(address);
    }
  }
}
