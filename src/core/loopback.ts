export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) || address === '::1';
}

/** Strips the IPv6 prefix of a mapped IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

export function atHost(page: string | URL, hostname: string): URL {
  return Object.assign(new URL(page), { hostname });
}

/** `host`: undefined for every address. */
export function isThisComputerOnly(host: string | undefined): boolean {
  return host === 'localhost' || isLoopback(host ?? '');
}
