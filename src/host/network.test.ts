import { expect, test } from 'vitest';
import { sourceAddressFor } from './network.ts';

test('the address that is sent from is the one of the way there; where no way leads there is none', async () => {
  expect(await sourceAddressFor('127.0.0.1')).toBe('127.0.0.1');
  // Refused by every system to a socket that has not asked for it.
  expect(await sourceAddressFor('255.255.255.255')).toBeUndefined();
});
