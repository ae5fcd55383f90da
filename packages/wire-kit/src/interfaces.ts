import { networkInterfaces } from 'node:os';

/** IPv4 network, by any address in it. */
export interface Subnet {
  readonly address: string;
  readonly netmask: string;
}

/** IPv4 address of this computer. */
export interface LocalAddress extends Subnet {
  /** Name of the interface, such as `eth0` or `lo`. */
  readonly name: string;
  /** Hardware address, as six pairs of lower-case digits. */
  readonly mac: string;
  /** Loopback: packets sent here do not leave the computer. */
  readonly internal: boolean;
}

/** Lists the IPv4 addresses of this computer. */
export function listLocalAddresses(): LocalAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? [])
      .filter((entry) => entry.family === 'IPv4')
      .map(({ address, netmask, mac, internal }) => ({ name, address, netmask, mac, internal })),
  );
}

/** Returns the address that reaches every host on this network; on a point-to-point link, the address itself. */
export function broadcastAddress({ address, netmask }: Subnet): string {
  const mask = toNumber(netmask);
  return toText((toNumber(address) & mask) | ~mask);
}

/** Returns whether an address is in a subnet. */
export function inSubnet(address: string, local: Subnet): boolean {
  const mask = toNumber(local.netmask);
  return (toNumber(address) & mask) === (toNumber(local.address) & mask);
}

/** Returns the local address whose network contains this one. Prefers the smallest network, then the first. */
export function nearestTo<Local extends Subnet>(address: string, among: readonly Local[]): Local | undefined {
  return among
    .filter((local) => inSubnet(address, local))
    .sort((one, other) => toNumber(other.netmask) - toNumber(one.netmask))[0];
}

/** Unsigned, so that networks can be compared by size. */
function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => ((sum << 8) | Number(part)) >>> 0, 0);
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}
