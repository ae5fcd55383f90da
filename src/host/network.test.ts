import { expect, test } from 'vitest';
import { sourceAddressFor } from './network.ts';

test('returns the source address of the route, and undefined without a route', async () => {
  expect(await sourceAddressFor('127.0.0.1')).toBe('127.0.0.1');
  // Sockets may not send to this address without asking for it.
  expect(await sourceAddressFor('255.255.255.255')).toBeUndefined();
});
