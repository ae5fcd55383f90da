import { describe, expect, test } from 'vitest';
import { clientOf, isNetwork, Proxies, SOME_PROXY, THIS_COMPUTER } from './client.ts';

const NONE = new Proxies([]);

describe('clientOf', () => {
  test.each([
    ['127.0.0.1', THIS_COMPUTER],
    ['::1', THIS_COMPUTER],
    ['::ffff:127.0.0.1', THIS_COMPUTER],
    ['192.168.1.20', '192.168.1.20'],
    ['::ffff:192.168.1.20', '192.168.1.20'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:0db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::5', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['fe80::5%eth0', 'fe80::5%eth0'],
    [undefined, 'unknown'],
  ])('returns the client of %s: %s', (remoteAddress, client) => {
    expect(clientOf({ remoteAddress, headers: {} }, NONE)).toBe(client);
  });

  test.each([
    [{ 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
    [{ 'x-forwarded-for': '1.2.3.4, 203.0.113.9:4711' }, '203.0.113.9'],
    [{ 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 127.0.0.1' }, '203.0.113.9'],
    [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    [{ 'x-forwarded-for': '[2001:db8::1]:4711' }, '2001:db8:0:0::/64'],
    [{ forwarded: 'for=192.0.2.60;proto=http, for="[2001:db8::17]:4711"' }, '2001:db8:0:0::/64'],
    [{ 'x-real-ip': '203.0.113.9' }, '203.0.113.9'],
    [{ 'x-forwarded-for': 'unknown' }, SOME_PROXY],
    [{ via: '1.1 proxy' }, SOME_PROXY],
  ])('returns the client behind a local proxy that sends %j: %s', (headers, client) => {
    expect(clientOf({ remoteAddress: '127.0.0.1', headers }, NONE)).toBe(client);
  });

  test('ignores forwarding headers of an untrusted peer', () => {
    const request = { remoteAddress: '172.17.0.2', headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect(clientOf(request, NONE)).toBe('172.17.0.2');
    expect(clientOf(request, new Proxies(['172.17.0.0/16']))).toBe('203.0.113.9');
    expect(clientOf(request, new Proxies(['10.0.0.1', '172.17.0.2']))).toBe('203.0.113.9');
  });
});

test('isNetwork accepts addresses and networks with a bit count', () => {
  const texts = [
    '10.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    '10.0.0.0/33',
    'nginx',
    '10.0.0.1/',
    '::/129',
    '',
  ];
  expect(texts.filter(isNetwork)).toEqual(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
});
