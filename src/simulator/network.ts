/** Where simulated devices live: on loopback, or on one named interface of this computer. */
import { networkInterfaces } from 'node:os';
import { RunError } from '../core/errors.ts';
import { DISCOVERY_PORT } from '../stagelinq/index.ts';

export interface SimulationNetwork {
  /** IPv4 address that services listen on and datagrams leave from. */
  readonly address: string;
  /** Where announcements go. */
  readonly broadcast: string;
  /** UDP port of the discovery: 51337 everywhere but in tests that run beside each other. */
  readonly discoveryPort: number;
  /** Whether a datagram from this address comes from this network. */
  includes(address: string): boolean;
}

/** Nothing ever leaves this computer. */
export function loopback(discoveryPort = DISCOVERY_PORT): SimulationNetwork {
  return {
    address: '127.0.0.1',
    broadcast: '127.255.255.255',
    discoveryPort,
    includes: (address) => address.startsWith('127.'),
  };
}

/** What this computer calls its loopback interface (`lo`, `lo0`); undefined when it has none. */
export function loopbackInterface(): string | undefined {
  return Object.entries(networkInterfaces()).find(([, addresses]) =>
    addresses?.some(({ internal, family }) => internal && family === 'IPv4'),
  )?.[0];
}

/** The network of an interface, announced to by its own broadcast address. @throws RunError when it has no IPv4 address */
export function onInterface(name: string, discoveryPort = DISCOVERY_PORT): SimulationNetwork {
  const found = networkInterfaces()[name]?.find(({ family }) => family === 'IPv4');
  if (found === undefined) {
    throw new RunError(`the interface ${name} has no IPv4 address`);
  }
  const mask = bits(found.netmask);
  const own = bits(found.address);
  return {
    address: found.address,
    broadcast: dotted(own | ~mask),
    discoveryPort,
    includes: (address) => (bits(address) & mask) === (own & mask),
  };
}

function bits(address: string): number {
  return address.split('.').reduce((all, part) => (all << 8) | Number(part), 0);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
}
