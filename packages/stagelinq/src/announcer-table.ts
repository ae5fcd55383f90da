import { inSubnet, type LocalAddress } from '@deckcast/wire-kit';
import { isLinkLocal, isLoopback } from './interfaces.ts';
import type { Announcement } from './messages/discovery.ts';

/** Announced device. */
export interface DeviceInfo extends Omit<Announcement, 'action'> {
  /** IPv4 address that the announcement came from. */
  readonly address: string;
}

/**
 * Reason for ignoring an announcement:
 *
 * | reason | meaning |
 * |---|---|
 * | `no-port` | another client: nothing to connect to |
 * | `no-state` | software without state: track analysis, lighting, video |
 * | `mixer` | stand-alone mixer: refuses connections; its levels come through the players |
 * | `not-wanted` | rejected by the caller's filter |
 * | `link-local` | self-assigned address, which the caller wants ignored |
 * | `other-network` | from outside the chosen interfaces |
 * | `too-many` | no slot is free, and no device gives way |
 */
export type IgnoreReason =
  | 'no-port'
  | 'no-state'
  | 'mixer'
  | 'not-wanted'
  | 'link-local'
  | 'other-network'
  | 'too-many';

export type AnnouncerEvent =
  | { readonly kind: 'found'; readonly device: DeviceInfo }
  /** Rebooted (new port) or has a new address. */
  | { readonly kind: 'moved'; readonly device: DeviceInfo }
  /** `room`: was never connected, and gave way to another. */
  | { readonly kind: 'gone'; readonly device: DeviceInfo; readonly why: 'exit' | 'silence' | 'room' }
  /** Once for each device and reason, until the device stops announcing itself. */
  | { readonly kind: 'ignored'; readonly device: DeviceInfo; readonly reason: IgnoreReason };

export interface AnnouncerRules {
  /** Our token: announcements come back once for each interface. */
  readonly own: string;
  /** Undefined: all interfaces but loopback. */
  readonly interfaces: readonly string[] | undefined;
  readonly ignoreLinkLocal: boolean;
  readonly maxDevices: number;
  /** Milliseconds without an announcement after which a device is gone. */
  readonly silenceMs: number;
  wanted(device: DeviceInfo): boolean;
}

/** Device that announces itself, and is not watched. */
export interface IgnoredDevice {
  readonly device: DeviceInfo;
  readonly reason: IgnoreReason;
}

interface KnownAnnouncer {
  device: DeviceInfo;
  heardAt: number;
  readonly foundAt: number;
  tried: 'not yet' | 'failed' | 'connected';
}

/** A starting device refuses connections, so it keeps its slot this long. */
const PATIENCE_MS = 5_000;

/** Remembered reports; the oldest is forgotten first. */
const MAX_REMEMBERED = 256;

/** Pure: takes announcements, returns changes. */
export class AnnouncerTable {
  readonly #rules: AnnouncerRules;
  readonly #devices = new Map<string, KnownAnnouncer>();
  readonly #ignored = new Map<string, IgnoredDevice & { heardAt: number }>();
  readonly #leftOut = new Map<string, number>();

  constructor(rules: AnnouncerRules) {
    this.#rules = rules;
  }

  /** `now`: monotonic. */
  noteAnnouncement(
    announcement: Announcement,
    address: string,
    locals: readonly LocalAddress[],
    now: number,
  ): readonly AnnouncerEvent[] {
    const { action, ...names } = announcement;
    const device: DeviceInfo = { ...names, address };
    if (device.token === this.#rules.own) {
      return [];
    }
    const reason = this.#reasonToIgnore(device, locals);
    if (reason !== undefined) {
      return this.#ignore(device, reason, action, now);
    }
    const known = this.#devices.get(device.token);
    // Any host can forge a goodbye, but hardly the device's address.
    if (action === 'exit') {
      return known?.device.address === address ? [this.#remove(known, 'exit')] : [];
    }
    return known === undefined ? this.#find(device, now) : this.#update(known, device, locals, now);
  }

  note(token: string, outcome: 'failed' | 'connected'): void {
    const known = this.#devices.get(token);
    if (known !== undefined && known.tried !== 'connected') {
      known.tried = outcome;
    }
  }

  get leftOut(): number {
    return this.#leftOut.size;
  }

  get ignored(): readonly IgnoredDevice[] {
    return [...this.#ignored.values()].map(({ device, reason }) => ({ device, reason }));
  }

  /** `ms`: silence that the devices did not cause. */
  excuse(ms: number): void {
    for (const known of [...this.#devices.values(), ...this.#ignored.values()]) {
      known.heardAt += ms;
    }
  }

  expire(now: number): AnnouncerEvent[] {
    for (const [token, heardAt] of this.#leftOut) {
      if (now - heardAt > this.#rules.silenceMs) {
        this.#leftOut.delete(token);
      }
    }
    for (const [key, { heardAt }] of this.#ignored) {
      if (now - heardAt > this.#rules.silenceMs) {
        this.#ignored.delete(key);
      }
    }
    return [...this.#devices.values()]
      .filter((known) => now - known.heardAt > this.#rules.silenceMs)
      .map((known) => this.#remove(known, 'silence'));
  }

  #find(device: DeviceInfo, now: number): readonly AnnouncerEvent[] {
    const full = this.#devices.size >= this.#rules.maxDevices;
    const loser = full ? this.#evictable(device.address, now) : undefined;
    if (full && loser === undefined) {
      if (this.#leftOut.size < MAX_REMEMBERED || this.#leftOut.has(device.token)) {
        this.#leftOut.set(device.token, now);
      }
      return this.#ignore(device, 'too-many', 'howdy', now);
    }
    this.#leftOut.delete(device.token);
    const gone = loser === undefined ? [] : [this.#remove(loser, 'room')];
    this.#devices.set(device.token, { device, heardAt: now, foundAt: now, tried: 'not yet' });
    return [...gone, { kind: 'found', device }];
  }

  /**
   * Evicts a device that was never connected: the oldest at the address with the most slots, if its time is
   * over or that address has more slots than the newcomer's.
   */
  #evictable(newcomer: string, now: number): KnownAnnouncer | undefined {
    const unconnected = [...this.#devices.values()].filter(({ tried }) => tried !== 'connected');
    const room = new Map<string, number>();
    for (const { device } of unconnected) {
      room.set(device.address, (room.get(device.address) ?? 0) + 1);
    }
    const roomOf = (address: string) => room.get(address) ?? 0;
    return unconnected
      .filter(
        ({ device, tried, foundAt }) =>
          (tried === 'failed' && now - foundAt >= PATIENCE_MS) ||
          roomOf(device.address) > roomOf(newcomer) + 1,
      )
      .sort((one, other) => roomOf(other.device.address) - roomOf(one.device.address))[0];
  }

  #reasonToIgnore(device: DeviceInfo, locals: readonly LocalAddress[]): IgnoreReason | undefined {
    const { interfaces, ignoreLinkLocal } = this.#rules;
    if (!isReachable(device.address, locals, interfaces)) {
      return 'other-network';
    }
    if (ignoreLinkLocal && isLinkLocal(device.address)) {
      return 'link-local';
    }
    const reason = reasonInItself(device);
    if (reason !== undefined) {
      return reason;
    }
    return this.#rules.wanted(device) ? undefined : 'not-wanted';
  }

  #ignore(
    device: DeviceInfo,
    reason: IgnoreReason,
    action: Announcement['action'],
    now: number,
  ): readonly AnnouncerEvent[] {
    const key = `${device.token} ${reason}`;
    const known = this.#ignored.get(key);
    if (action === 'exit') {
      this.#ignored.delete(key);
      return [];
    }
    if (known !== undefined) {
      known.heardAt = now;
      return [];
    }
    const [oldest] = this.#ignored.keys();
    if (this.#ignored.size >= MAX_REMEMBERED && oldest !== undefined) {
      this.#ignored.delete(oldest);
    }
    this.#ignored.set(key, { device, reason, heardAt: now });
    return [{ kind: 'ignored', device, reason }];
  }

  #update(
    known: KnownAnnouncer,
    device: DeviceInfo,
    locals: readonly LocalAddress[],
    now: number,
  ): readonly AnnouncerEvent[] {
    const before = known.device;
    if (device.address !== before.address) {
      // A device with two addresses announces from both. Stay with one, unless only the other is reachable.
      const near = (address: string) => locals.some((local) => inSubnet(address, local));
      if (near(before.address) || !near(device.address)) {
        return [];
      }
    }
    known.heardAt = now;
    known.device = device;
    const moved = device.address !== before.address || device.port !== before.port;
    return moved ? [{ kind: 'moved', device }] : [];
  }

  #remove(known: KnownAnnouncer, why: 'exit' | 'silence' | 'room'): AnnouncerEvent {
    this.#devices.delete(known.device.token);
    return { kind: 'gone', device: known.device, why };
  }
}

/** Beginnings of software or sender names. */
const STATELESS = ['OfflineAnalyzer', 'SoundSwitch', 'SSS', 'Resolume'];

const MIXERS = ['JM08', 'JM10'];

function reasonInItself(device: DeviceInfo): IgnoreReason | undefined {
  if (device.port === 0) {
    return 'no-port';
  }
  if (MIXERS.includes(device.software)) {
    return 'mixer';
  }
  const stateless = (name: string) => STATELESS.some((beginning) => name.startsWith(beginning));
  return stateless(device.software) || stateless(device.source) ? 'no-state' : undefined;
}

function isReachable(
  address: string,
  locals: readonly LocalAddress[],
  interfaces: readonly string[] | undefined,
): boolean {
  if (interfaces === undefined) {
    return !isLoopback(address);
  }
  return locals.some((local) => interfaces.includes(local.name) && inSubnet(address, local));
}
