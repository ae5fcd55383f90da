/** The client that a request counts for, where each client has a limit of its own. Pure. */
import { isIPv6 } from 'node:net';

/** Longer than any address with its port; each name is kept for a while. */
const MAX_LENGTH = 64;
const LOOPBACK_OR_PRIVATE =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** `forwardedFor`: the header as it came. It counts only from a neighbor, because that is our own proxy. */
export function clientAddress(remoteAddress: string, forwardedFor = ''): string {
  const remote = unmapped(remoteAddress);
  // The proxy appends the address that it saw; what stands before may be forged by the client.
  const last = unmapped(forwardedFor.split(',').at(-1)?.trim().slice(0, MAX_LENGTH) ?? '');
  return networkOf(LOOPBACK_OR_PRIVATE.test(remote) && last !== '' ? last : remote);
}

/** A socket that listens on IPv6 writes IPv4 addresses so. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The larger network that a client's belongs to: who has one of IPv6 often has 65,536 of them. */
export function siteOf(client: string): string {
  return client.split(':').slice(0, 3).join(':');
}

/** Who has one IPv6 address has all of its half of the network: the first four groups name them. */
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
