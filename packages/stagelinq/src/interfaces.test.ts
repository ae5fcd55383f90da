import { expect, test } from 'vitest';
import { announceAddresses } from './interfaces.ts';

test.each([
  ['172.20.5.1', '255.255.240.0', false, ['172.20.15.255', '255.255.255.255']],
  ['10.8.0.2', '255.255.255.255', false, ['255.255.255.255']],
  // No packet goes to an address that could leave the computer.
  ['127.0.0.1', '255.0.0.0', true, ['127.255.255.255']],
])('%s/%s announces to its own network only (internal: %s)', (address, netmask, internal, expected) => {
  expect(announceAddresses({ address, netmask, internal })).toEqual(expected);
});
