import { inSubnet, isLinkLocal, isLoopback, type LocalAddress } from './interfaces.ts';
import type { Announcement } from './messages/discovery.ts';

/** Who announced itself, and from where. */
export interface DeviceInfo extends Omit<Announcement, 'action'> {
  /** IPv4 address that its announcement came from. */
  readonly address: string;
}

/**
 * Why an announcement is left alone:
 *
 * | reason | meaning |
 * |---|---|
 * | `no-port` | another client: nothing to connect to |
 * | `no-state` | software known never to offer state: track analysis, lighting, video |
 * | `mixer` | a stand-alone mixer: refuses connections; its levels reach us through the players, or it dials us |
 * | `not-wanted` | the caller's filter said no |
 * | `link-local` | self-assigned address, which the caller wants ignored |
 * | `other-network` | arrived from outside the chosen interfaces |
 * | `too-many` | the limit of devices is reached |
 */
export type IgnoreReason =
  | 'no-port'
  | 'no-state'
  | 'mixer'
  | 'not-wanted'
  | 'link-local'
  | 'other-network'
  | 'too-many';

export type NeighbourEvent =
  | { readonly kind: 'found'; readonly device: DeviceInfo }
  /** New port (a reboot) or new address. */
  | { readonly kind: 'moved'; readonly device: DeviceInfo }
  | { readonly kind: 'gone'; readonly device: DeviceInfo; readonly why: 'exit' | 'silence' }
  /** Once for each device and reason. */
  | { readonly kind: 'ignored'; readonly device: DeviceInfo; readonly reason: IgnoreReason };

export interface NeighbourRules {
  /** Our own tokens: what we send comes back once for each interface. */
  readonly own: readonly string[];
  /** Names of the interfaces to keep to; undefined = all but loopback. */
  readonly interfaces: readonly string[] | undefined;
  readonly ignoreLinkLocal: boolean;
  readonly maxDevices: number;
  /** Without an announcement for so many milliseconds, a device is gone. */
  readonly silenceMs: number;
  wanted(device: DeviceInfo): boolean;
}

interface Neighbour {
  device: DeviceInfo;
  /** When it was last heard from `device.address`. */
  heardAt: number;
}

/** Ignored announcers remembered, so that each is reported once. More are forgotten, oldest first. */
const MAX_REMEMBERED = 256;

/** Who is on the network: announcements in, changes out. No sockets, no clock of its own. */
export class Neighbours {
  readonly #rules: NeighbourRules;
  readonly #devices = new Map<string, Neighbour>();
  readonly #ignored = new Set<string>();

  constructor(rules: NeighbourRules) {
    this.#rules = rules;
  }

  /** @param now milliseconds, monotonic */
  hear(
    announcement: Announcement,
    address: string,
    locals: readonly LocalAddress[],
    now: number,
  ): NeighbourEvent | undefined {
    const { action, ...names } = announcement;
    const device: DeviceInfo = { ...names, address };
    if (this.#rules.own.includes(device.token)) return undefined;
    const known = this.#devices.get(device.token);
    const reason = this.#reasonToIgnore(device, locals, known !== undefined);
    if (reason !== undefined) return this.#ignore(device, reason);
    if (action === 'exit') return known && this.#remove(known, 'exit');
    if (known === undefined) {
      this.#devices.set(device.token, { device, heardAt: now });
      return { kind: 'found', device };
    }
    return this.#update(known, device, locals, now);
  }

  /** So many milliseconds of silence were not the devices' own. */
  excuse(ms: number): void {
    for (const known of this.#devices.values()) known.heardAt += ms;
  }

  /** Devices that have not been heard for too long. */
  expire(now: number): NeighbourEvent[] {
    return [...this.#devices.values()]
      .filter((known) => now - known.heardAt > this.#rules.silenceMs)
      .map((known) => this.#remove(known, 'silence'));
  }

  #reasonToIgnore(
    device: DeviceInfo,
    locals: readonly LocalAddress[],
    known: boolean,
  ): IgnoreReason | undefined {
    const { interfaces, ignoreLinkLocal, maxDevices } = this.#rules;
    if (!isReachable(device.address, locals, interfaces)) return 'other-network';
    if (ignoreLinkLocal && isLinkLocal(device.address)) return 'link-local';
    const reason = reasonInItself(device);
    if (reason !== undefined) return reason;
    if (!this.#rules.wanted(device)) return 'not-wanted';
    return !known && this.#devices.size >= maxDevices ? 'too-many' : undefined;
  }

  #ignore(device: DeviceInfo, reason: IgnoreReason): NeighbourEvent | undefined {
    const key = `${device.token} ${reason}`;
    if (this.#ignored.has(key)) return undefined;
    const [oldest] = this.#ignored;
    if (this.#ignored.size >= MAX_REMEMBERED && oldest !== undefined) this.#ignored.delete(oldest);
    this.#ignored.add(key);
    return { kind: 'ignored', device, reason };
  }

  #update(
    known: Neighbour,
    device: DeviceInfo,
    locals: readonly LocalAddress[],
    now: number,
  ): NeighbourEvent | undefined {
    const before = known.device;
    if (device.address !== before.address) {
      // A device with two addresses announces from both: stay with one, unless only the other can be reached.
      const near = (address: string) => locals.some((local) => inSubnet(address, local));
      if (near(before.address) || !near(device.address)) return undefined;
    }
    known.heardAt = now;
    known.device = device;
    const moved = device.address !== before.address || device.port !== before.port;
    return moved ? { kind: 'moved', device } : undefined;
  }

  #remove(known: Neighbour, why: 'exit' | 'silence'): NeighbourEvent {
    this.#devices.delete(known.device.token);
    return { kind: 'gone', device: known.device, why };
  }
}

/** Who never offers state, by how the name of the software, or of the sender, begins. */
const STATELESS = ['OfflineAnalyzer', 'SoundSwitch', 'SSS', 'Resolume'];

/** Model codes of stand-alone mixers: X1800 and X1850. */
const MIXERS = ['JM08', 'JM10'];

export function isMixer({ software }: Pick<DeviceInfo, 'software'>): boolean {
  return MIXERS.includes(software);
}

function reasonInItself(device: DeviceInfo): IgnoreReason | undefined {
  if (device.port === 0) return 'no-port';
  if (isMixer(device)) return 'mixer';
  const stateless = (name: string) => STATELESS.some((beginning) => name.startsWith(beginning));
  return stateless(device.software) || stateless(device.source) ? 'no-state' : undefined;
}

function isReachable(
  address: string,
  locals: readonly LocalAddress[],
  interfaces: readonly string[] | undefined,
): boolean {
  if (interfaces === undefined) return !isLoopback(address);
  return locals.some((local) => interfaces.includes(local.name) && inSubnet(address, local));
}
