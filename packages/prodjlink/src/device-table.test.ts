import { beforeEach, expect, test } from 'vitest';
import { type LinkDeviceEvent, LinkDeviceTable } from './device-table.ts';
import type { KeepAlive } from './messages/presence.ts';

let table: LinkDeviceTable;

beforeEach(() => {
  table = new LinkDeviceTable({ maxDevices: 4, silenceMs: 10_000 });
});

function keepAlive(number: number, more: Partial<KeepAlive> = {}): KeepAlive {
  return {
    kind: 'keep-alive',
    name: 'CDJ-2000nexus',
    format: 2,
    number,
    first: false,
    mac: `02:00:00:00:00:0${number % 10}`,
    ip: '10.0.0.1',
    devices: 1,
    role: 1,
    generation: 0,
    ...more,
  };
}

const lines = (events: readonly LinkDeviceEvent[]) =>
  events.map((event) => `${event.kind} ${event.device.key}${event.kind === 'gone' ? ` ${event.why}` : ''}`);

test('a device is found once, and gone after ten seconds of silence', () => {
  expect(lines(table.onKeepAlive(keepAlive(2), '10.0.0.2', 0))).toEqual(['found 10.0.0.2/2']);
  expect(table.onKeepAlive(keepAlive(2), '10.0.0.2', 4000)).toEqual([]);
  expect(table.expire(14_000)).toEqual([]);
  expect(lines(table.expire(14_001))).toEqual(['gone 10.0.0.2/2 silence']);
});

test('the kind of a device follows from its role and number', () => {
  const role = (number: number, more: Partial<KeepAlive>) => {
    table.clear();
    const [event] = table.onKeepAlive(keepAlive(number, more), '10.0.0.9', 0);
    return event?.device.role;
  };
  expect(role(6, { name: 'CDJ-3000' })).toBe('player');
  expect(role(33, { name: 'DJM-2000nexus', role: 2 })).toBe('mixer');
  expect(role(17, { name: 'rekordbox', role: 4 })).toBe('rekordbox');
  expect(role(9, { name: 'OPUS-QUAD' })).toBe('player');
  expect(role(9, { name: 'deckcast' })).toBe('other');
  expect(role(25, { name: 'NXS-GW', role: 8 })).toBe('other');
  expect(role(154, { name: 'Stagehand', role: 5 })).toBe('other');
});

test('an all-in-one is three devices at one address', () => {
  const xz = { name: 'XDJ-XZ', mac: '02:00:00:00:00:01' };
  table.onKeepAlive(keepAlive(1, xz), '10.0.0.5', 0);
  table.onKeepAlive(keepAlive(2, xz), '10.0.0.5', 0);
  table.onKeepAlive(keepAlive(33, { ...xz, role: 2 }), '10.0.0.5', 0);
  expect(table.devices.map(({ role }) => role)).toEqual(['player', 'player', 'mixer']);
});

test('an all-in-one that announces one deck has two by their status', () => {
  table.onKeepAlive(keepAlive(1, { name: 'XDJ-XZ' }), '10.0.0.5', 0);
  expect(lines(table.onStatus('XDJ-XZ', 2, '10.0.0.5', 0))).toEqual(['found 10.0.0.5/2']);
  expect(table.onStatus('XDJ-XZ', 2, '10.0.0.5', 9000)).toEqual([]);
  expect(lines(table.expire(10_001))).toEqual(['gone 10.0.0.5/1 silence']);
});

test('the status of a device other than a player makes no deck', () => {
  expect(table.onStatus('rekordbox', 17, '10.0.0.5', 0)).toEqual([]);
});

test('a device that gets an address from a router has moved', () => {
  table.onKeepAlive(keepAlive(2), '169.254.1.2', 0);
  const [event] = table.onKeepAlive(keepAlive(2), '192.168.0.2', 1000);
  expect(event).toMatchObject({
    kind: 'moved',
    device: { address: '192.168.0.2' },
    before: { address: '169.254.1.2' },
  });
  expect(table.devices).toHaveLength(1);
});

test('a device that takes over an address and number replaces the old one', () => {
  table.onKeepAlive(keepAlive(2), '10.0.0.2', 0);
  const other = keepAlive(2, { mac: '02:00:00:00:00:99' });
  expect(lines(table.onKeepAlive(other, '10.0.0.2', 1))).toEqual([
    'gone 10.0.0.2/2 replaced',
    'found 10.0.0.2/2',
  ]);
});

test('a player that changes its number soon loses the old entry', () => {
  table.onKeepAlive(keepAlive(2), '10.0.0.2', 0);
  table.onStart('10.0.0.2', 1000);
  table.onKeepAlive(keepAlive(3, { mac: '02:00:00:00:00:02' }), '10.0.0.2', 2000);
  expect(table.expire(3900)).toEqual([]);
  expect(lines(table.expire(4001))).toEqual(['gone 10.0.0.2/2 silence']);
});

test('a false start costs nothing', () => {
  table.onKeepAlive(keepAlive(2), '10.0.0.2', 0);
  table.onStart('10.0.0.2', 1000);
  table.onKeepAlive(keepAlive(2), '10.0.0.2', 2000);
  expect(table.expire(11_000)).toEqual([]);
});

test('a full table prefers players and mixers', () => {
  for (const number of [1, 2, 3]) {
    table.onKeepAlive(keepAlive(number), `10.0.0.${number}`, 0);
  }
  table.onKeepAlive(keepAlive(8, { name: 'some program' }), '10.0.0.8', 0);
  expect(table.onKeepAlive(keepAlive(12, { name: 'one more' }), '10.0.0.12', 0)).toEqual([]);
  expect(lines(table.onKeepAlive(keepAlive(4), '10.0.0.4', 0))).toEqual([
    'gone 10.0.0.8/8 room',
    'found 10.0.0.4/4',
  ]);
  expect(table.onKeepAlive(keepAlive(5), '10.0.0.5', 0)).toEqual([]);
});

test('time asleep does not count as silence', () => {
  table.onKeepAlive(keepAlive(2), '10.0.0.2', 0);
  table.ignoreSleep(60_000);
  expect(table.expire(65_000)).toEqual([]);
});
