import { networkInterfaces } from 'node:os';

/** One IPv4 address of this computer. */
export interface LinkInterface {
  /** Name of the interface, such as `eth0` or `lo`. */
  readonly name: string;
  readonly address: string;
  readonly netmask: string;
  readonly mac: string;
  /** Loopback: nothing sent here leaves the computer. */
  readonly internal: boolean;
}

export function listLinkInterfaces(): LinkInterface[] {
  return Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? [])
      .filter((entry) => entry.family === 'IPv4')
      .map(({ address, netmask, mac, internal }) => ({ name, address, netmask, mac, internal })),
  );
}

/** The broadcast address of this interface's network, the only one that players use. */
export function broadcastAddress({ address, netmask }: LinkInterface): string {
  const mask = toNumber(netmask);
  return toText((toNumber(address) & mask) | ~mask);
}

export function isInSubnet(address: string, { address: own, netmask }: LinkInterface): boolean {
  const mask = toNumber(netmask);
  return (toNumber(address) & mask) === (toNumber(own) & mask);
}

/** The interface that reaches this address; of several, the one with the smallest network, and of those the first. */
export function interfaceTo(address: string, among: readonly LinkInterface[]): LinkInterface | undefined {
  return among
    .filter((local) => isInSubnet(address, local))
    .sort((one, other) => toNumber(other.netmask) - toNumber(one.netmask))[0];
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => ((sum << 8) | Number(part)) >>> 0, 0);
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}
