import { broadcastAddress, type LocalAddress } from '@deckcast/wire-kit';

const LIMITED_BROADCAST = '255.255.255.255';

/** The addresses that reach every host on this interface. */
export function announceAddresses(local: Pick<LocalAddress, 'address' | 'netmask' | 'internal'>): string[] {
  const subnet = broadcastAddress(local);
  // On loopback the limited broadcast address must not be used: it could leave by another interface.
  if (local.internal) {
    return [subnet];
  }
  // A point-to-point link has no broadcast address of its own.
  return subnet === local.address ? [LIMITED_BROADCAST] : [subnet, LIMITED_BROADCAST];
}

/** Self-assigned, 169.254.x.x: what devices use when no DHCP server answers. */
export function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.');
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.');
}
