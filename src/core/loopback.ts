/** Whether an IP address is one of this computer's own that no other computer reaches. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) || address === '::1';
}

/** Whether who listens on this host (undefined: on every address) is reached from this computer alone. */
export function isThisComputerOnly(host: string | undefined): boolean {
  return host === 'localhost' || isLoopback(host ?? '');
}
