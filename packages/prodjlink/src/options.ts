import {
  type LocalAddress,
  listLocalAddresses,
  silentLogger,
  systemClock,
  type WireClock,
  type WireLogger,
} from '@deckcast/wire-kit';
import { PRESENCE_PORT, type PresenceMessage } from './messages/presence.ts';
import { STATUS_PORT, type StatusMessage } from './messages/status.ts';
import { TIMING_PORT, type TimingMessage } from './messages/timing.ts';
import { OBSERVER_NUMBERS } from './outgoing.ts';
import { Sender, type SentPacket } from './sender.ts';

/** Options of `ProDjLinkNetwork`. */
export interface LinkOptions {
  /** Announced name, up to 20 ASCII characters. */
  readonly name: string;
  /** Sends nothing: receives beats and open channels, but not loaded tracks. Default false. */
  readonly listenOnly?: boolean | undefined;
  /**
   * Receives presence only: sends nothing and opens no port that other programs need exclusively. Default
   * false.
   */
  readonly presenceOnly?: boolean | undefined;
  /**
   * Announced number. Default 7, or the next free one up to 15. One from 1 to 6 takes a player's place: only
   * if the user wants it, and replaced by an observer's once a device has it.
   */
  readonly number?: number | undefined;
  /** Only interface to use, possibly `lo`. Default: the one that reaches the first device heard. */
  readonly interface?: string | undefined;
  /** UDP ports; hardware uses the defaults. */
  readonly ports?: LinkPorts | undefined;
  /** Most tracked devices. Default 32. */
  readonly maxDevices?: number | undefined;
  /** Milliseconds between announcements. Default 1500. */
  readonly intervalMs?: number | undefined;
  /** Milliseconds to listen before announcing. Default 5000: more than two keep-alives of every device. */
  readonly listenMs?: number | undefined;
  /** Milliseconds to keep announcing after the last player and mixer have gone. Default 60000. */
  readonly lingerMs?: number | undefined;
  /** Milliseconds of silence until a device is gone. Default 10000, as among players. */
  readonly silenceMs?: number | undefined;
  /** Milliseconds until retrying a port that another program holds. Default 10000. */
  readonly retryMs?: number | undefined;
  readonly onSent?: ((packet: SentPacket) => void) | undefined;
  /** Called before a datagram has any effect; omits our own. */
  readonly onReceived?: ((datagram: ReceivedDatagram) => void) | undefined;
  readonly log?: Pick<WireLogger, 'debug' | 'warn'> | undefined;
  readonly clock?: WireClock | undefined;
  /** Range 0 to 1: how much longer to listen after a conflict. Default Math.random. */
  readonly random?: (() => number) | undefined;
  readonly localInterfaces?: (() => readonly LocalAddress[]) | undefined;
}

/** Received datagram. */
export interface ReceivedDatagram {
  readonly port: keyof LinkPorts;
  /** IPv4 address of the sender. */
  readonly address: string;
  readonly bytes: Uint8Array;
  /** Undefined if it could not be decoded. */
  readonly message: PresenceMessage | TimingMessage | StatusMessage | undefined;
}

/** UDP ports of a network. */
export interface LinkPorts {
  readonly presence: number;
  readonly timing: number;
  readonly status: number;
}

const PORTS: LinkPorts = { presence: PRESENCE_PORT, timing: TIMING_PORT, status: STATUS_PORT };

const LAST_PLAYER = 6;

export function resolveOptions(options: LinkOptions) {
  const { number = OBSERVER_NUMBERS.first } = options;
  const { last } = OBSERVER_NUMBERS;
  if (!Number.isInteger(number) || number < 1 || number > last) {
    throw new RangeError(`a guest's number is 1 to ${last}, not ${number}`);
  }
  return {
    name: options.name,
    number,
    listenOnly: (options.listenOnly ?? false) || (options.presenceOnly ?? false),
    presenceOnly: options.presenceOnly ?? false,
    interface: options.interface,
    ports: options.ports ?? PORTS,
    maxDevices: options.maxDevices ?? 32,
    intervalMs: options.intervalMs ?? 1500,
    listenMs: options.listenMs ?? 5000,
    lingerMs: options.lingerMs ?? 60_000,
    silenceMs: options.silenceMs ?? 10_000,
    retryMs: options.retryMs ?? 10_000,
    sender: new Sender(options.onSent, number <= LAST_PLAYER ? number : undefined),
    onReceived: options.onReceived,
    random: options.random ?? Math.random,
    log: options.log ?? silentLogger,
    clock: options.clock ?? systemClock,
    localInterfaces: options.localInterfaces ?? listLocalAddresses,
  };
}
