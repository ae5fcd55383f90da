import { expect, test } from 'vitest';
import { announceAddresses } from './interfaces.ts';

const local = (address: string, netmask: string, internal = false) => ({ address, netmask, internal });

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
