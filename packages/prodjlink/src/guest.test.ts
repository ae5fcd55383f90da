import { beforeEach, expect, test } from 'vitest';
import type { LinkDevice } from './device-table.ts';
import { type GuestRules, type GuestState, LinkGuest } from './guest.ts';

const RULES: GuestRules = {
  listenOnly: false,
  number: 7,
  listenMs: 5000,
  lingerMs: 60_000,
  random: () => 0.5,
};

function device(number: number, name = 'CDJ-2000nexus', role: LinkDevice['role'] = 'player'): LinkDevice {
  return { key: `10.0.0.${number}/${number}`, number, name, address: `10.0.0.${number}`, mac: null, role };
}

const PLAYERS = [device(1), device(2)];
let guest: LinkGuest;

beforeEach(() => {
  guest = new LinkGuest(RULES);
});

function announce(number = 7): void {
  guest.update(PLAYERS, true, 0);
  expect(line(guest.update(PLAYERS, true, 5000))).toBe(number);
}

const line = (state: GuestState) => (state.kind === 'announced' ? state.number : state.why);

test('listens first, then announces an observer', () => {
  expect(line(guest.update([], true, 0))).toBe('nobody');
  expect(line(guest.update(PLAYERS, true, 1000))).toBe('listening');
  expect(line(guest.update(PLAYERS, true, 5999))).toBe('listening');
  expect(line(guest.update(PLAYERS, true, 6000))).toBe(7);
});

test('does not count programs as players, but mixers', () => {
  expect(line(guest.update([device(17, 'rekordbox', 'rekordbox'), device(8, 'x', 'other')], true, 0))).toBe(
    'nobody',
  );
  expect(line(guest.update([device(33, 'DJM-900NXS2', 'mixer')], true, 1))).toBe('listening');
});

test('does not use a number that another device has', () => {
  guest.update(PLAYERS, true, 0);
  const others = [...PLAYERS, device(7, 'other program', 'other'), device(8, 'third program', 'other')];
  expect(line(guest.update(others, true, 5000))).toBe(9);
});

test("takes no player's number: without a free one it announces nothing", () => {
  guest.update(PLAYERS, true, 0);
  const crowd = Array.from({ length: 9 }, (_, index) => device(7 + index, 'program', 'other'));
  expect(line(guest.update([...PLAYERS, ...crowd], true, 5000))).toBe('no-number');
  expect(line(guest.update([...PLAYERS, ...crowd.slice(1)], true, 6000))).toBe(7);
});

test('gives way at once, listens again, and uses another number', () => {
  announce();
  guest.onNumberUsed(7, 8000);
  expect(line(guest.state)).toBe('listening');
  expect(line(guest.update(PLAYERS, true, 15_499))).toBe('listening');
  expect(line(guest.update(PLAYERS, true, 15_500))).toBe(8);
});

test('does not give way to devices with other numbers', () => {
  announce();
  guest.onNumberUsed(2, 8000);
  expect(line(guest.state)).toBe(7);
});

test("gives up a player's number that the user chose once another device uses it", () => {
  guest = new LinkGuest({ ...RULES, number: 4 });
  announce(4);
  guest.reset();
  guest.update(PLAYERS, true, 6000);
  guest.onNumberUsed(4, 6001);
  expect(line(guest.update(PLAYERS, true, 11_000))).toBe(7);
});

test('stays a minute after the last player and mixer, and begins again with the next', () => {
  announce();
  expect(line(guest.update([], true, 65_000))).toBe(7);
  expect(line(guest.update([], true, 65_001))).toBe('nobody');
  expect(line(guest.update(PLAYERS, true, 70_000))).toBe('listening');
});

test('announces nothing near a device that would freeze, even one that joins later', () => {
  const fragile = device(3, 'XDJ-RX2');
  announce();
  expect(line(guest.update([...PLAYERS, fragile], true, 5250))).toBe('fragile-device');
});

test('announces nothing near such a device that is starting and has no number yet', () => {
  announce();
  guest.onName('CDJ-3000', 5100);
  expect(line(guest.state)).toBe(7);
  guest.onName('XDJ-RX', 5100);
  expect(line(guest.state)).toBe('fragile-device');
  expect(line(guest.update(PLAYERS, true, 65_000))).toBe('fragile-device');
  expect(line(guest.update(PLAYERS, true, 65_100))).toBe(7);
});

test('announces nothing while answers would go to another program', () => {
  guest.update(PLAYERS, false, 0);
  expect(line(guest.update(PLAYERS, false, 9000))).toBe('no-port');
  expect(line(guest.update(PLAYERS, true, 9250))).toBe(7);
});

test('never announces itself if it only listens', () => {
  guest = new LinkGuest({ ...RULES, listenOnly: true });
  guest.update(PLAYERS, true, 0);
  expect(line(guest.update(PLAYERS, true, 100_000))).toBe('listen-only');
});
