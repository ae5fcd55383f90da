/** A client is this computer, an address, or a viewer behind a proxy. */
import { BlockList, isIP } from 'node:net';
import { isLoopback, plainAddress } from '../core/loopback.ts';
import { isForwarded } from './operator/access.ts';

/** Client of local requests without a proxy. */
export const THIS_COMPUTER = 'this computer';
export const SOME_PROXY = 'a proxy that names no address';

export interface Sender {
  readonly remoteAddress: string | undefined;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Trusted addresses and networks, from `--http.proxy`. */
export class Proxies {
  readonly #list = new BlockList();

  /** Ignores malformed networks, which the check of the settings reports. */
  constructor(networks: readonly string[]) {
    for (const network of networks.filter(isNetwork)) {
      const [address = '', bits] = network.split('/');
      const family = familyOf(address);
      this.#list.addSubnet(address, Number(bits ?? BITS[family]), family);
    }
  }

  /** Trusts this computer: a local program gains nothing by posing as a proxy. */
  has(address: string): boolean {
    return isLoopback(address) || (isIP(address) !== 0 && this.#list.check(address, familyOf(address)));
  }
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

function familyOf(address: string): keyof typeof BITS {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

export function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/');
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= BITS[familyOf(address)]
  );
}

export function clientOf({ remoteAddress, headers }: Sender, proxies: Proxies): string {
  const peer = plainAddress(remoteAddress ?? 'unknown');
  if (!proxies.has(peer)) {
    return neighborhoodOf(peer);
  }
  if (!isForwarded(headers)) {
    return isLoopback(peer) ? THIS_COMPUTER : neighborhoodOf(peer);
  }
  const named = forwardedAddress(headers, proxies);
  return named === undefined ? SOME_PROXY : neighborhoodOf(named);
}

function forwardedAddress(headers: Sender['headers'], proxies: Proxies): string | undefined {
  const lists = [
    textOf(headers['x-forwarded-for']).split(','),
    [...textOf(headers.forwarded).matchAll(/\bfor=("[^"]*"|[^;,\s]*)/gi)].map(([, node = '']) => node),
    [textOf(headers['x-real-ip'])],
  ];
  return lists.map((list) => viewerIn(list, proxies)).find((viewer) => viewer !== undefined);
}

/** Last address that is no trusted proxy, because each proxy appends its client's. */
function viewerIn(entries: readonly string[], proxies: Proxies): string | undefined {
  let viewer: string | undefined;
  for (const entry of [...entries].reverse()) {
    const address = addressIn(entry);
    viewer = address ?? viewer;
    if (address === undefined || !proxies.has(address)) {
      break;
    }
  }
  return viewer;
}

function textOf(header: string | readonly string[] | undefined): string {
  return [header ?? ''].flat().join(',');
}

/** `192.0.2.1`, `192.0.2.1:4711` and `[2001:db8::1]:4711`, quoted or not. */
function addressIn(entry: string): string | undefined {
  const node = entry.trim().replace(/^"|"$/g, '');
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(node)?.[1] ?? /^([\d.]+):\d+$/.exec(node)?.[1] ?? node;
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

/**
 * IPv4 address, or the /64 network of an IPv6 address: a household gets at least a /64. Link-local addresses count one
 * by one, because every cable shares their network.
 */
function neighborhoodOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) !== 6 || /^fe[89ab]/i.test(bare)) {
    return address;
  }
  // An IPv4 tail stands for two groups.
  const halves = bare.replace(/[\d.]+\.\d+$/, '0:0').split('::');
  const [head = [], tail = []] = halves.map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const groups = [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
