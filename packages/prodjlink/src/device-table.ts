import { type KeepAlive, ROLE } from './messages/presence.ts';

/** `other`: gateways, bridges, tablets and programs like this one. */
export type LinkDeviceRole = 'player' | 'mixer' | 'rekordbox' | 'other';

/** Device on the network. An all-in-one counts as several at one address. */
export interface LinkDevice {
  /** Address and number: two equal players share their name. */
  readonly key: string;
  readonly number: number;
  readonly name: string;
  readonly address: string;
  /** Null until announced. */
  readonly mac: string | null;
  readonly role: LinkDeviceRole;
}

/** Change of the devices. */
export type LinkDeviceEvent =
  | { readonly kind: 'found'; readonly device: LinkDevice }
  /** Has another address, for example because a DHCP server appeared. */
  | { readonly kind: 'moved'; readonly device: LinkDevice; readonly before: LinkDevice }
  /** `room`: a player or mixer needed its slot. `replaced`: another device took its address and number. */
  | {
      readonly kind: 'gone';
      readonly device: LinkDevice;
      readonly why: 'silence' | 'room' | 'replaced' | 'interface';
    };

export interface DeviceTableRules {
  readonly maxDevices: number;
  /** Milliseconds of silence until a device is gone. */
  readonly silenceMs: number;
}

interface KnownDevice {
  device: LinkDevice;
  receivedAt: number;
}

/** Silence that ends the old entry of a device that restarts or claims another number. */
const RENUMBER_MS = 3000;

/** Pure: takes messages, returns changes. */
export class LinkDeviceTable {
  readonly #rules: DeviceTableRules;
  readonly #devices = new Map<string, KnownDevice>();

  constructor(rules: DeviceTableRules) {
    this.#rules = rules;
  }

  get devices(): LinkDevice[] {
    return [...this.#devices.values()].map(({ device }) => device);
  }

  find(address: string, number: number): LinkDevice | undefined {
    return this.#devices.get(keyOf(address, number))?.device;
  }

  /** `address`: the sender's. `now`: monotonic. */
  onKeepAlive(message: KeepAlive, address: string, now: number): readonly LinkDeviceEvent[] {
    const { number, name, mac } = message;
    const device: LinkDevice = {
      key: keyOf(address, number),
      number,
      name,
      address,
      mac,
      role: roleOf(message),
    };
    const known = this.#devices.get(device.key);
    if (known !== undefined && !isReplaced(known.device, device)) {
      known.receivedAt = now;
      // An entry made by a status lacks the hardware address.
      known.device = device;
      return [];
    }
    const replaced = known === undefined ? [] : [this.#remove(known, 'replaced')];
    return [...replaced, ...this.#add(device, now)];
  }

  /** An all-in-one may announce one device and send the status of two. */
  onStatus(name: string, number: number, address: string, now: number): readonly LinkDeviceEvent[] {
    const known = this.#devices.get(keyOf(address, number));
    if (known !== undefined) {
      known.receivedAt = now;
      return [];
    }
    if (!isPlayerNumber(number, name)) {
      return [];
    }
    return this.#add({ key: keyOf(address, number), number, name, address, mac: null, role: 'player' }, now);
  }

  /** Expires the old entry at this address sooner: its device starts or claims a number. */
  onStart(address: string, now: number): void {
    for (const known of this.#devices.values()) {
      if (known.device.address === address) {
        known.receivedAt = Math.min(known.receivedAt, now - this.#rules.silenceMs + RENUMBER_MS);
      }
    }
  }

  ignoreSleep(ms: number): void {
    for (const known of this.#devices.values()) {
      known.receivedAt += ms;
    }
  }

  expire(now: number): LinkDeviceEvent[] {
    return [...this.#devices.values()]
      .filter(({ receivedAt }) => now - receivedAt > this.#rules.silenceMs)
      .map((known) => this.#remove(known, 'silence'));
  }

  clear(): LinkDeviceEvent[] {
    return [...this.#devices.values()].map((known) => this.#remove(known, 'interface'));
  }

  #add(device: LinkDevice, now: number): readonly LinkDeviceEvent[] {
    const before = [...this.#devices.values()].find((known) => isMoved(known.device, device));
    if (before !== undefined) {
      this.#devices.delete(before.device.key);
      this.#devices.set(device.key, { device, receivedAt: now });
      return [{ kind: 'moved', device, before: before.device }];
    }
    const events: LinkDeviceEvent[] = [];
    if (this.#devices.size >= this.#rules.maxDevices) {
      const loser = isPlayerOrMixer(device)
        ? [...this.#devices.values()].find((known) => !isPlayerOrMixer(known.device))
        : undefined;
      if (loser === undefined) {
        return [];
      }
      events.push(this.#remove(loser, 'room'));
    }
    this.#devices.set(device.key, { device, receivedAt: now });
    return [...events, { kind: 'found', device }];
  }

  #remove({ device }: KnownDevice, why: 'silence' | 'room' | 'replaced' | 'interface'): LinkDeviceEvent {
    this.#devices.delete(device.key);
    return { kind: 'gone', device, why };
  }
}

function keyOf(address: string, number: number): string {
  return `${address}/${number}`;
}

function isPlayerOrMixer({ role }: LinkDevice): boolean {
  return role === 'player' || role === 'mixer';
}

function isReplaced(known: LinkDevice, received: LinkDevice): boolean {
  return known.mac !== null && (known.mac !== received.mac || known.name !== received.name);
}

const NO_MAC = '00:00:00:00:00:00';

function isMoved(known: LinkDevice, received: LinkDevice): boolean {
  return (
    known.mac !== null &&
    known.mac !== NO_MAC &&
    known.mac === received.mac &&
    known.number === received.number &&
    known.name === received.name
  );
}

/** First number of computers, gateways and bridges. */
const FIRST_COMPUTER = 17;
const FIRST_MIXER = 33;
const LAST_MIXER = 40;
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

/** Players have 1 to 6, an OPUS-QUAD 9 to 12 by two reports. */
function isPlayerNumber(number: number, name: string): boolean {
  return (number >= 1 && number <= 6) || (number >= 9 && number <= 12 && name.startsWith('OPUS-QUAD'));
}
