export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) || address === '::1';
}

/** Strips the IPv6 prefix of a mapped IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Address of the same page for clients that reach the server at this host. */
export function atHost(page: string | URL, hostname: string): URL {
  return Object.assign(new URL(page), { hostname });
}

/** Returns whether a server on this host (undefined: on every address) is reachable only from this computer. */
export function isThisComputerOnly(host: string | undefined): boolean {
  return host === 'localhost' || isLoopback(host ?? '');
}
