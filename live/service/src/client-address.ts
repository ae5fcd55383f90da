/** Identifies a request's client for limits. Pure. */
import { isIPv6 } from 'node:net';

/** Fits any address with its port; names are stored for a while. */
const MAX_LENGTH = 64;
const LOOPBACK_OR_PRIVATE =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** @param forwardedFor header, which counts only from a neighbor: our proxy */
export function clientAddress(remoteAddress: string, forwardedFor = ''): string {
  const remote = unmapped(remoteAddress);
  // The proxy appends the address that it saw; the client may forge the part before.
  const last = unmapped(forwardedFor.split(',').at(-1)?.trim().slice(0, MAX_LENGTH) ?? '');
  return networkOf(LOOPBACK_OR_PRIVATE.test(remote) && last !== '' ? last : remote);
}

/** Sockets that listen on IPv6 write IPv4 addresses so. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Larger network of a client: a subscriber often has 65,536 IPv6 networks. */
export function siteOf(client: string): string {
  return client.split(':').slice(0, 3).join(':');
}

/** First four groups of an IPv6 address, which are a subscriber's. */
function networkOf(address: string): string {
  if (!isIPv6(address)) {
    return address;
  }
  const missing = 8 - address.split(':').filter((group) => group !== '').length;
  return address
    .replace('::', `:${'0:'.repeat(missing)}`)
    .split(':')
    .slice(0, 4)
    .join(':');
}
