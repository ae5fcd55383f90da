import { expect, test } from 'vitest';
import { broadcastAddress, inSubnet, listLocalAddresses, nearestTo } from './interfaces.ts';

test.each([
  ['192.168.1.2', '255.255.255.0', '192.168.1.255'],
  ['172.20.5.1', '255.255.240.0', '172.20.15.255'],
  ['169.254.69.199', '255.255.0.0', '169.254.255.255'],
  ['127.0.0.1', '255.0.0.0', '127.255.255.255'],
  ['10.8.0.2', '255.255.255.255', '10.8.0.2'],
])('returns the broadcast address of %s/%s: %s', (address, netmask, broadcast) => {
  expect(broadcastAddress({ address, netmask })).toBe(broadcast);
});

test('knows whether an address is in a subnet', () => {
  expect(inSubnet('192.168.1.77', { address: '192.168.1.2', netmask: '255.255.255.0' })).toBe(true);
  expect(inSubnet('192.168.2.77', { address: '192.168.1.2', netmask: '255.255.255.0' })).toBe(false);
  expect(inSubnet('223.255.1.1', { address: '223.255.9.9', netmask: '255.255.0.0' })).toBe(true);
});

test('prefers the smallest network that reaches an address, whatever its first bit', () => {
  const everything = { address: '10.0.0.1', netmask: '0.0.0.0' };
  const large = { address: '10.1.0.1', netmask: '127.0.0.0' };
  const small = { address: '10.1.2.1', netmask: '255.255.255.0' };
  expect(nearestTo('10.1.2.3', [everything, large, small])).toBe(small);
  expect(nearestTo('10.9.9.9', [everything, large, small])).toBe(large);
  expect(nearestTo('10.9.9.9', [small])).toBeUndefined();
});

test('includes the loopback address', () => {
  expect(listLocalAddresses()).toContainEqual(
    expect.objectContaining({ address: '127.0.0.1', netmask: '255.0.0.0', internal: true }),
  );
});
