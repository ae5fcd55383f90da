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

const PRIVATE_NETWORK =
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[(f[cd]|fe[89ab])|^[^.:[\]]+$|\.(local|lan|home|internal|home\.arpa)$/i;

/** Where a service is, by the host of its address. */
export function nearness(url: string | URL): 'this computer' | 'this network' | 'internet' {
  const { hostname } = new URL(url);
  if (isThisComputerOnly(hostname.replace(/^\[|\]$/g, ''))) {
    return 'this computer';
  }
  return PRIVATE_NETWORK.test(hostname) ? 'this network' : 'internet';
}
