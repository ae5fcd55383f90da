import { ROLE } from './messages/head.ts';
import type { KeepAlive } from './messages/keep-alive.ts';

/** What a device is to a guest: the others are gateways, bridges, tablets and programs like this one. */
export type LinkDeviceRole = 'player' | 'mixer' | 'rekordbox' | 'other';

/** One device on the network. All-in-ones are several, from one address. */
export interface LinkDevice {
  /** Tells devices apart: address and number. Names do not, two equal players share theirs. */
  readonly key: string;
  readonly number: number;
  readonly name: string;
  readonly address: string;
  /** Null where a device was known by its status alone. */
  readonly mac: string | null;
  readonly role: LinkDeviceRole;
}

export type LinkDeviceEvent =
  | { readonly kind: 'found'; readonly device: LinkDevice }
  /** The same device at another address, as after a DHCP server appeared. */
  | { readonly kind: 'moved'; readonly device: LinkDevice; readonly before: LinkDevice }
  /** `room`: it gave way to a player or a mixer. `replaced`: another device has its address and number. */
  | {
      readonly kind: 'gone';
      readonly device: LinkDevice;
      readonly why: 'silence' | 'room' | 'replaced' | 'interface';
    };

export interface DeviceTableRules {
  readonly maxDevices: number;
  /** Without a sign of life for so many milliseconds, a device is gone. */
  readonly silenceMs: number;
}

interface KnownDevice {
  device: LinkDevice;
  heardAt: number;
}

/** A device that starts again or claims another number is given so long to be heard under its old one. */
const RENUMBER_MS = 3000;

/** Who is on the network: messages in, changes out. No sockets, no clock of its own. */
export class LinkDeviceTable {
  readonly #rules: DeviceTableRules;
  readonly #known = new Map<string, KnownDevice>();

  constructor(rules: DeviceTableRules) {
    this.#rules = rules;
  }

  get devices(): LinkDevice[] {
    return [...this.#known.values()].map(({ device }) => device);
  }

  find(address: string, number: number): LinkDevice | undefined {
    return this.#known.get(keyOf(address, number))?.device;
  }

  /**
   * @param address where it came from
   * @param now milliseconds, monotonic
   */
  hearKeepAlive(message: KeepAlive, address: string, now: number): readonly LinkDeviceEvent[] {
    const { number, name, mac } = message;
    const device: LinkDevice = {
      key: keyOf(address, number),
      number,
      name,
      address,
      mac,
      role: roleOf(message),
    };
    const known = this.#known.get(device.key);
    if (known !== undefined && !isReplaced(known.device, device)) {
      known.heardAt = now;
      // Its status may have been heard first.
      known.device = device;
      return [];
    }
    const replaced = known === undefined ? [] : [this.#remove(known, 'replaced')];
    return [...replaced, ...this.#add(device, now)];
  }

  /** All-in-ones may announce one device and send the status of two. */
  hearStatus(name: string, number: number, address: string, now: number): readonly LinkDeviceEvent[] {
    const known = this.#known.get(keyOf(address, number));
    if (known !== undefined) {
      known.heardAt = now;
      return [];
    }
    if (!isPlayerNumber(number, name)) {
      return [];
    }
    return this.#add({ key: keyOf(address, number), number, name, address, mac: null, role: 'player' }, now);
  }

  /** A device at this address starts again, or claims a number: what it was before may have ended. */
  hearStart(address: string, now: number): void {
    for (const known of this.#known.values()) {
      if (known.device.address === address) {
        known.heardAt = Math.min(known.heardAt, now - this.#rules.silenceMs + RENUMBER_MS);
      }
    }
  }

  /** So many milliseconds of silence were not the devices' own: this computer slept. */
  excuse(ms: number): void {
    for (const known of this.#known.values()) {
      known.heardAt += ms;
    }
  }

  expire(now: number): LinkDeviceEvent[] {
    return [...this.#known.values()]
      .filter(({ heardAt }) => now - heardAt > this.#rules.silenceMs)
      .map((known) => this.#remove(known, 'silence'));
  }

  /** The interface to all of them has gone. */
  clear(): LinkDeviceEvent[] {
    return [...this.#known.values()].map((known) => this.#remove(known, 'interface'));
  }

  #add(device: LinkDevice, now: number): readonly LinkDeviceEvent[] {
    const before = [...this.#known.values()].find((known) => isMoved(known.device, device));
    if (before !== undefined) {
      this.#known.delete(before.device.key);
      this.#known.set(device.key, { device, heardAt: now });
      return [{ kind: 'moved', device, before: before.device }];
    }
    const events: LinkDeviceEvent[] = [];
    if (this.#known.size >= this.#rules.maxDevices) {
      const loser = isOfUse(device)
        ? [...this.#known.values()].find((known) => !isOfUse(known.device))
        : undefined;
      if (loser === undefined) {
        return [];
      }
      events.push(this.#remove(loser, 'room'));
    }
    this.#known.set(device.key, { device, heardAt: now });
    return [...events, { kind: 'found', device }];
  }

  #remove({ device }: KnownDevice, why: 'silence' | 'room' | 'replaced' | 'interface'): LinkDeviceEvent {
    this.#known.delete(device.key);
    return { kind: 'gone', device, why };
  }
}

function keyOf(address: string, number: number): string {
  return `${address}/${number}`;
}

function isOfUse({ role }: LinkDevice): boolean {
  return role === 'player' || role === 'mixer';
}

function isReplaced(known: LinkDevice, heard: LinkDevice): boolean {
  return known.mac !== null && (known.mac !== heard.mac || known.name !== heard.name);
}

/** Hardware addresses that stand for none. */
const NO_MAC = '00:00:00:00:00:00';

function isMoved(known: LinkDevice, heard: LinkDevice): boolean {
  return (
    known.mac !== null &&
    known.mac !== NO_MAC &&
    known.mac === heard.mac &&
    known.number === heard.number &&
    known.name === heard.name
  );
}

/** Numbers from here on are computers, gateways and mixers. */
const FIRST_COMPUTER = 17;
const FIRST_MIXER = 33;
const LAST_MIXER = 40;
/** Of the role byte. */
const REKORDBOX_ROLE = 0x04;

function roleOf({ number, role, name }: KeepAlive): LinkDeviceRole {
  if (role === ROLE.mixer || (role === ROLE.player && number >= FIRST_MIXER && number <= LAST_MIXER)) {
    return 'mixer';
  }
  if (role === ROLE.player && isPlayerNumber(number, name)) {
    return 'player';
  }
  const computer = number >= FIRST_COMPUTER && number < FIRST_MIXER;
  return computer && (role & REKORDBOX_ROLE) !== 0 && name.startsWith('rekordbox') ? 'rekordbox' : 'other';
}

/** 1 to 6, and 9 to 12 on an OPUS-QUAD, as two reports say. */
export function isPlayerNumber(number: number, name: string): boolean {
  return (number >= 1 && number <= 6) || (number >= 9 && number <= 12 && name.startsWith('OPUS-QUAD'));
}
