import { broadcastAddress, type LocalAddress } from '@deckcast/wire-kit';

const LIMITED_BROADCAST = '255.255.255.255';

/** Addresses that reach every host on this interface. */
export function announceAddresses(local: Pick<LocalAddress, 'address' | 'netmask' | 'internal'>): string[] {
  const subnet = broadcastAddress(local);
  // Limited broadcasts could leave loopback by another interface.
  if (local.internal) {
    return [subnet];
  }
  // Point-to-point links have no broadcast address.
  return subnet === local.address ? [LIMITED_BROADCAST] : [subnet, LIMITED_BROADCAST];
}

/** Self-assigned addresses, used without a DHCP server. */
export function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.');
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.');
}
