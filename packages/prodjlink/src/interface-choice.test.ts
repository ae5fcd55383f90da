import type { LocalAddress } from '@deckcast/wire-kit';
import { expect, test } from 'vitest';
import { InterfaceChoice } from './interface-choice.ts';

function local(name: string, address: string, netmask = '255.255.255.0', internal = false): LocalAddress {
  return { name, address, netmask, mac: '02:00:00:00:00:01', internal };
}

const CABLE = local('eth0', '192.168.0.10');
const WIFI = local('wlan0', '192.168.0.11');
const SELF_ASSIGNED = local('eth1', '169.254.7.7', '255.255.0.0');
const LOOPBACK = local('lo', '127.0.0.1', '255.0.0.0', true);

function choice(all: readonly LocalAddress[], wanted?: string): InterfaceChoice {
  const interfaces = new InterfaceChoice(wanted, 10_000);
  interfaces.refresh(all);
  return interfaces;
}

function interfaceAfter(
  interfaces: InterfaceChoice,
  address: string,
  alone = false,
  now = 0,
): string | undefined {
  if (interfaces.needsChoice(address, alone, now)) {
    interfaces.choose(address);
  }
  return interfaces.chosen?.name;
}

test('chooses the interface that reaches the first device, and the first of two', () => {
  const interfaces = choice([LOOPBACK, SELF_ASSIGNED, CABLE, WIFI]);
  expect(interfaceAfter(interfaces, '192.168.0.2')).toBe('eth0');
  expect(interfaces.reaches('192.168.0.3')).toBe(true);
  expect(interfaces.reaches('169.254.1.1')).toBe(false);
});

test('keeps the interface while a device is found, and changes it for a new device afterward', () => {
  const interfaces = choice([CABLE, SELF_ASSIGNED]);
  interfaceAfter(interfaces, '192.168.0.2');
  expect(interfaceAfter(interfaces, '169.254.1.1', false)).toBe('eth0');
  expect(interfaceAfter(interfaces, '169.254.1.1', true)).toBe('eth1');
});

test('uses loopback only if it is named', () => {
  expect(choice([LOOPBACK]).usable).toEqual([]);
  expect(choice([LOOPBACK, CABLE]).usable).toEqual([CABLE]);
  expect(choice([LOOPBACK, CABLE], 'lo').usable).toEqual([LOOPBACK]);
  expect(interfaceAfter(choice([LOOPBACK]), '127.0.0.5')).toBeUndefined();
  expect(interfaceAfter(choice([LOOPBACK, CABLE], 'lo'), '127.0.0.5')).toBe('lo');
  expect(interfaceAfter(choice([LOOPBACK, CABLE], 'lo'), '192.168.0.2')).toBeUndefined();
});

test('lists players with an address of another network', () => {
  const interfaces = choice([CABLE]);
  expect(interfaceAfter(interfaces, '169.254.1.1')).toBeUndefined();
  interfaceAfter(interfaces, '192.168.0.2');
  interfaceAfter(interfaces, '169.254.1.2');
  expect(interfaces.unreachable(0)).toEqual(['169.254.1.1', '169.254.1.2']);
  interfaces.refresh([CABLE, SELF_ASSIGNED]);
  interfaceAfter(interfaces, '169.254.1.1');
  expect(interfaces.unreachable(0)).toEqual(['169.254.1.2']);
});

test('drops players from that list that left or changed their address', () => {
  const interfaces = choice([CABLE]);
  interfaceAfter(interfaces, '169.254.1.1');
  interfaceAfter(interfaces, '169.254.1.2', false, 5_000);
  expect(interfaces.unreachable(12_000)).toEqual(['169.254.1.2']);
});

test('loses the interface with its cable, and with its address', () => {
  const interfaces = choice([CABLE]);
  interfaceAfter(interfaces, '192.168.0.2');
  expect(interfaces.lost).toBe(false);
  interfaces.refresh([local('eth0', '192.168.0.99')]);
  expect(interfaces.lost).toBe(true);
});

test('knows our own addresses on every interface', () => {
  const interfaces = choice([CABLE, WIFI]);
  expect(
    ['192.168.0.10', '192.168.0.11', '192.168.0.12'].map((address) => interfaces.isOwn(address)),
  ).toEqual([true, true, false]);
});
