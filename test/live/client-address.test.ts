import { expect, test } from 'vitest';
import { clientAddress } from '../../live/service/src/client-address.ts';

test.each([
  ['anyone who connects', '203.0.113.7', undefined, '203.0.113.7'],
  ['anyone who connects, whatever it says of others', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['whom our proxy on this machine names', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['whom our proxy on another machine names', '172.18.0.2', '203.0.113.7', '203.0.113.7'],
  ['whom our proxy names over IPv6', '::1', '203.0.113.7', '203.0.113.7'],
  ['whom our proxy names last', '127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['a neighbor that names nobody', '10.0.0.3', undefined, '10.0.0.3'],
  ['a neighbor that names nobody in the header', '10.0.0.3', ' ', '10.0.0.3'],
  ['an IPv4 address written as IPv6', '::ffff:127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
  ['the network of a short IPv6 address', '2001:db8::6', undefined, '2001:db8:0:0'],
])('a request counts for %s', (_, remoteAddress, forwardedFor, name) => {
  expect(clientAddress(remoteAddress, forwardedFor)).toBe(name);
});
