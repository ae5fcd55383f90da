/** Identifies the client of a request for the limits of each client. Pure. */
import { isIPv6 } from 'node:net';

/** Limit above any address with its port, because each name is stored for a while. */
const MAX_LENGTH = 64;
const LOOPBACK_OR_PRIVATE =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** @param forwardedFor header as received. It counts only from a neighbor, which is our own proxy */
export function clientAddress(remoteAddress: string, forwardedFor = ''): string {
  const remote = unmapped(remoteAddress);
  // The proxy appends the address that it saw. The part before may be forged by the client.
  const last = unmapped(forwardedFor.split(',').at(-1)?.trim().slice(0, MAX_LENGTH) ?? '');
  return networkOf(LOOPBACK_OR_PRIVATE.test(remote) && last !== '' ? last : remote);
}

/** Converts IPv4 addresses from the form of a socket that listens on IPv6. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Returns the larger network of a client, because a subscriber often has 65,536 IPv6 networks. */
export function siteOf(client: string): string {
  return client.split(':').slice(0, 3).join(':');
}

/** Returns the first four groups of an IPv6 address, because a subscriber has all addresses of that network. */
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
