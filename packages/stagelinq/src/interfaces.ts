import { broadcastAddress, type LocalAddress } from '@deckcast/wire-kit';

const LIMITED_BROADCAST = '255.255.255.255';

/** Returns the addresses that reach every host on this interface. */
export function announceAddresses(local: Pick<LocalAddress, 'address' | 'netmask' | 'internal'>): string[] {
  const subnet = broadcastAddress(local);
  // The limited broadcast address could leave loopback by another interface.
  if (local.internal) {
    return [subnet];
  }
  // A point-to-point link has no broadcast address.
  return subnet === local.address ? [LIMITED_BROADCAST] : [subnet, LIMITED_BROADCAST];
}

/** 169.254.x.x. Devices use self-assigned addresses if no DHCP server answers. */
export function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.');
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.');
}
