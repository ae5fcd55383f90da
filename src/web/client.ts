/** Tells whose request it is: this computer's, that of an address, or that of a viewer behind a proxy. Pure. */
import { BlockList, isIP } from 'node:net';
import { isLoopback, plainAddress } from '../core/loopback.ts';
import { isForwarded } from './operator/access.ts';

/** All requests of this computer that came through no proxy. */
export const THIS_COMPUTER = 'this computer';
/** Requests through a proxy that does not say whose they are. */
export const SOME_PROXY = 'a proxy that names no address';

/** Facts about a request. */
export interface Sender {
  readonly remoteAddress: string | undefined;
  /** Lower-case names, as Node has them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Addresses and networks as `--http.proxy` has them. */
export class Proxies {
  readonly #list = new BlockList();

  /** Ignores what is no network: `isNetwork`. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (isNetwork(network)) {
        this.#list.addSubnet(
          address,
          bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits),
          family,
        );
      }
    }
  }

  /** A proxy on this computer is always believed: a local program gains nothing by posing as one. */
  has(address: string): boolean {
    const family = isIP(address);
    return isLoopback(address) || (family !== 0 && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4'));
  }
}

/** Whether the text is an address, or a network such as `172.17.0.0/16`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    more.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most)
  );
}

/** Returns the name under which the sender's connections are counted. */
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

/** Each proxy appends the address of its client: the last one that is no proxy of ours is the viewer's. */
function forwardedAddress(headers: Sender['headers'], proxies: Proxies): string | undefined {
  const lists = [
    textOf(headers['x-forwarded-for']).split(','),
    [...textOf(headers.forwarded).matchAll(/\bfor=("[^"]*"|[^;,\s]*)/gi)].map(([, node = '']) => node),
    [textOf(headers['x-real-ip'])],
  ];
  for (const list of lists) {
    let found: string | undefined;
    for (const entry of list.reverse()) {
      const address = addressIn(entry);
      if (address === undefined) {
        break;
      }
      found = address;
      if (!proxies.has(address)) {
        break;
      }
    }
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function textOf(header: string | readonly string[] | undefined): string {
  return [header ?? ''].flat().join(',');
}

/** Of `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711`, quoted or not. */
function addressIn(entry: string): string | undefined {
  const node = entry.trim().replace(/^"|"$/g, '');
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(node)?.[1] ?? /^([\d.]+):\d+$/.exec(node)?.[1] ?? node;
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

/**
 * An address of IPv4, and the /64 network of one of IPv6: a household is given that many at least. Link-local
 * addresses share one network on every cable, so each counts by itself.
 */
function neighborhoodOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) !== 6 || /^fe[89ab]/i.test(bare)) {
    return address;
  }
  const [before = '', after] = bare.split('::');
  const head = before === '' ? [] : before.split(':');
  // An IPv4 tail stands for two groups.
  const tail = after === undefined || after === '' ? [] : after.replace(/[\d.]+\.\d+$/, '0:0').split(':');
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
