import { networkInterfaces } from 'node:os';

/** One IPv4 address of this computer. */
export interface LocalAddress {
  /** Name of the interface, such as `eth0` or `lo`. */
  readonly name: string;
  readonly address: string;
  readonly netmask: string;
  /** Loopback: nothing sent here leaves the computer. */
  readonly internal: boolean;
}

export function listLocalAddresses(): LocalAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? [])
      .filter((entry) => entry.family === 'IPv4')
      .map(({ address, netmask, internal }) => ({ name, address, netmask, internal })),
  );
}

/** The addresses that reach every host on this interface. */
export function announceAddresses({ address, netmask, internal }: LocalAddress): string[] {
  const mask = toNumber(netmask);
  const subnet = toText((toNumber(address) & mask) | ~mask);
  // On loopback the limited broadcast address must not be used: it could leave by another interface.
  if (internal) {
    return [subnet];
  }
  // A point-to-point link has no broadcast address of its own.
  return subnet === address ? [LIMITED_BROADCAST] : [subnet, LIMITED_BROADCAST];
}

export function inSubnet(address: string, local: LocalAddress): boolean {
  const mask = toNumber(local.netmask);
  return (toNumber(address) & mask) === (toNumber(local.address) & mask);
}

/** Self-assigned, 169.254.x.x: what devices use when no DHCP server answers. */
export function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.');
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.');
}

const LIMITED_BROADCAST = '255.255.255.255';

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => (sum << 8) | Number(part), 0);
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}
