import { expect, test } from 'vitest';
import { announceAddresses, inSubnet, type LocalAddress } from './interfaces.ts';

const local = (address: string, netmask: string, internal = false): LocalAddress => ({
  name: 'x',
  address,
  netmask,
  internal,
});

test.each([
  ['192.168.1.2', '255.255.255.0', ['192.168.1.255', '255.255.255.255']],
  ['10.1.2.3', '255.0.0.0', ['10.255.255.255', '255.255.255.255']],
  ['172.20.5.1', '255.255.240.0', ['172.20.15.255', '255.255.255.255']],
  ['169.254.69.199', '255.255.0.0', ['169.254.255.255', '255.255.255.255']],
  ['10.8.0.2', '255.255.255.255', ['255.255.255.255']],
])('%s/%s announces to %j', (address, netmask, expected) => {
  expect(announceAddresses(local(address, netmask))).toEqual(expected);
});

test('on loopback nothing is sent to an address that could leave the computer', () => {
  expect(announceAddresses(local('127.0.0.1', '255.0.0.0', true))).toEqual(['127.255.255.255']);
});

test('an address is in a subnet, or not', () => {
  expect(inSubnet('192.168.1.77', local('192.168.1.2', '255.255.255.0'))).toBe(true);
  expect(inSubnet('192.168.2.77', local('192.168.1.2', '255.255.255.0'))).toBe(false);
  expect(inSubnet('223.255.1.1', local('223.255.9.9', '255.255.0.0'))).toBe(true);
});
