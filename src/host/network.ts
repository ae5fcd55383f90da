import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { Finding } from '../core/finding.ts';
import { say } from '../core/message.ts';

/** IPv4 without loopback. */
export interface NetworkAddress {
  /** `eth0`, `Ethernet 2`. */
  readonly name: string;
  readonly address: string;
  readonly netmask: string;
}

export interface NetworkEvidence {
  readonly addresses: readonly NetworkAddress[];
  /** Source address of internet traffic; absent without a route. */
  readonly internet?: string;
}

/** Documentation address (RFC 5737): no network has it, so it takes the default route. */
const SOMEWHERE = '192.0.2.1';

export function ownAddresses(): readonly NetworkAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, entries = []]) =>
    entries
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address, netmask }) => ({ name, address, netmask })),
  );
}

export async function readNetwork(): Promise<NetworkEvidence> {
  const addresses = ownAddresses();
  const internet = await sourceAddressFor(SOMEWHERE);
  return { addresses, ...(internet === undefined ? {} : { internet }) };
}

/** Where other computers reach this one; undefined without a network. */
export async function addressForOthers(): Promise<string | undefined> {
  const { internet, addresses } = await readNetwork();
  return (addresses.find(({ address }) => address === internet) ?? addresses[0])?.address;
}

/** Chosen by the OS for `destination`; undefined without a route. Sends nothing. */
export function sourceAddressFor(destination: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const done = (address?: string): void => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => done());
    // A listener passed to `connect` would also be called on failure.
    socket.once('connect', () => done(socket.address().address));
    // UDP: only chooses the route.
    socket.connect(9, destination);
  });
}

const TUNNEL_NAME =
  /^(u?tun|tap|wg|ppp|ipsec|gpd|tailscale|nordlynx|proton|mullvad|zt|cscotun|vpn)|vpn|wireguard|tailscale|nordlynx/i;

/** Recognized by name, or a network of one address. */
export function isTunnel({ name, netmask }: NetworkAddress): boolean {
  return TUNNEL_NAME.test(name) || netmask === '255.255.255.255';
}

export function tunnelOf({ addresses, internet }: NetworkEvidence): NetworkAddress | undefined {
  return addresses.find((one) => one.address === internet && isTunnel(one));
}

/** `cable0 (10.77.0.2)`. */
export function describeAddresses(addresses: readonly NetworkAddress[]): string {
  return addresses.map(({ name, address }) => `${name} (${address})`).join(', ');
}

/**
 * `works`: a device was reached, so network problems don't matter tonight. `chosen`: interfaces to search; all when
 * empty.
 */
export function networkFindings(
  evidence: NetworkEvidence,
  works: boolean,
  chosen: readonly string[] = [],
): readonly Finding[] {
  const { addresses } = evidence;
  const area = 'network';
  const own = addresses.filter((one) => !isTunnel(one));
  const tunnel = tunnelOf(evidence);
  const findings: Finding[] = [];
  if (own.length === 0 && works) {
    // The source is on this computer.
    return [];
  }
  if (own.length === 0) {
    return [
      {
        area,
        severity: 'fault',
        finding:
          tunnel === undefined
            ? say('computer.computer-no-network')
            : say('computer.only-vpn-up', { name: describeAddresses([tunnel]) }),
        means: say('computer.no-player-can-reached-nothing-will'),
        todo: say('computer.plug-network-cable-players-their-switch'),
      },
    ];
  }
  if (tunnel !== undefined) {
    findings.push({
      area,
      severity: works ? 'note' : 'fault',
      finding: say('computer.vpn-takes-computers-traffic', { name: describeAddresses([tunnel]) }),
      means: works
        ? say('computer.players-reached-all-same-if-one')
        : say('computer.vpn-often-keeps-players-local-network'),
      todo: say('computer.switch-vpn-off-allow-local-network'),
      plain: say('computer.vpn-takes-traffic-computer-if-no'),
    });
  }
  if (own.every(({ address }) => address.startsWith('169.254.'))) {
    findings.push({
      area,
      severity: works ? 'note' : 'fault',
      finding: say('computer.computer-only-self-assigned-address', { address: describeAddresses(own) }),
      means: works
        ? say('computer.players-such-addresses-too-so-works')
        : say('computer.no-router-assigns-addresses-network-players'),
      todo: works ? '' : say('computer.connect-players-computer-one-router-set'),
      plain: say('computer.nothing-network-gives-addresses-computers-if'),
    });
  }
  const searched = chosen.length === 0 ? own : own.filter(({ name }) => chosen.includes(name));
  if (searched.length > 1) {
    findings.push({
      area,
      severity: 'note',
      finding: say('computer.computer-several-networks', { names: describeAddresses(searched) }),
      means: say('computer.all-them-searched-players'),
      todo: works ? '' : say('computer.if-players-missing-unplug-switch-off'),
      plain: say('computer.computer-several-networks-if-players-missing'),
    });
  }
  return findings;
}
