import { networkInterfaces } from 'node:os';

/** Network, by any address in it. */
export interface Subnet {
  readonly address: string;
  readonly netmask: string;
}

/** IPv4 address of this computer. */
export interface LocalAddress extends Subnet {
  /** `eth0`, `lo`. */
  readonly name: string;
  /** Six pairs of lower-case digits. */
  readonly mac: string;
  /** Loopback. */
  readonly internal: boolean;
}

/** IPv4 only. */
export function listLocalAddresses(): LocalAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? [])
      .filter((entry) => entry.family === 'IPv4')
      .map(({ address, netmask, mac, internal }) => ({ name, address, netmask, mac, internal })),
  );
}

/** Reaches every host on this network; on a point-to-point link, the address itself. */
export function broadcastAddress({ address, netmask }: Subnet): string {
  const mask = toNumber(netmask);
  return toText((toNumber(address) & mask) | ~mask);
}

/** Whether the subnet contains an address. */
export function inSubnet(address: string, local: Subnet): boolean {
  const mask = toNumber(local.netmask);
  return (toNumber(address) & mask) === (toNumber(local.address) & mask);
}

/** Local address whose network contains this one. Prefers the smallest network, then the first. */
export function nearestTo<Local extends Subnet>(address: string, among: readonly Local[]): Local | undefined {
  return among
    .filter((local) => inSubnet(address, local))
    .sort((one, other) => toNumber(other.netmask) - toNumber(one.netmask))[0];
}

/** Unsigned, to compare networks by size. */
function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => ((sum << 8) | Number(part)) >>> 0, 0);
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}
