import { describe, expect, test } from 'vitest';
import { type HardwareEvidence, hardwareFindings, heardFindings } from './findings.ts';

const cable = { name: 'eth0', address: '10.0.0.2', netmask: '255.255.255.0' };
const tunnel = { name: 'wg0', address: '10.9.0.2', netmask: '255.255.255.255' };
const sending = (at: typeof cable, counts: { received: number; returned: number }) => ({
  ...at,
  ...counts,
  internal: false,
  sent: 6,
  error: undefined,
});
const device = {
  token: '0'.repeat(32),
  source: 'prime4',
  software: 'JC11',
  version: '4.3.0',
  port: 4_000,
  address: '10.0.0.9',
};

const found = (change: Partial<HardwareEvidence>): string[] =>
  hardwareFindings({
    status: {
      listening: true,
      dropped: 0,
      leftOut: 0,
      interfaces: [sending(cable, { received: 0, returned: 6 })],
    },
    chosen: [],
    ignored: [],
    failing: [],
    connected: [],
    network: { addresses: [cable] },
    firewall: 'ufw',
    holders: [],
    running: false,
    waysTo: new Map(),
    ...change,
  })
    .filter(({ severity }) => severity !== 'ok')
    .map(({ severity, area, todo }) => `${severity} ${area}: ${todo}`);

const heardNothing = (...interfaces: ReturnType<typeof sending>[]) => ({
  listening: true,
  dropped: 0,
  leftOut: 0,
  interfaces,
});

describe('a firewall', () => {
  test('is blamed when not even our own announcements come back', () => {
    const status = heardNothing(sending(cable, { received: 0, returned: 0 }));
    expect(found({ status })[0]).toBe('fault firewall: sudo ufw allow 51337/udp');
  });

  test('is not blamed where they do, where others are heard, nor for a tunnel, which returns none', () => {
    const status = heardNothing(
      sending(cable, { received: 0, returned: 1 }),
      sending({ ...cable, name: 'eth1' }, { received: 3, returned: 0 }),
      sending(tunnel, { received: 0, returned: 0 }),
    );
    expect(found({ status }).filter((finding) => finding.includes('firewall:'))).toEqual([]);
  });
});

describe('a VPN', () => {
  const network = { addresses: [cable, tunnel], internet: tunnel.address };

  test('is a fault while no player is reached', () => {
    expect(found({ network })[0]).toMatch(/^fault network: switch the VPN off/);
  });

  test('comes first where no player is heard, in a sentence of its own', () => {
    expect(found({ network }).at(-1)).toMatch(
      /^fault devices: first do what is said above about the VPN, then let the doctor look again$/,
    );
  });

  test('is no more than a note once one is', () => {
    expect(found({ network, connected: [{ device }] })).toEqual([expect.stringMatching(/^note network: /)]);
  });

  test('that takes what is sent to a player is named', () => {
    const failing = [{ device, reason: 'no answer' }];
    const waysTo = new Map([[device.address, tunnel.address]]);
    expect(found({ network: { addresses: [cable, tunnel] }, failing, waysTo })).toEqual([
      expect.stringMatching(/^fault network: switch the VPN off/),
    ]);
  });
});

test('a player that reports no levels causes a warning before the set', () => {
  expect(found({ connected: [{ device, reportsLevels: false }] })).toEqual([
    expect.stringMatching(/^warning devices: use --detection\.algorithm=lead/),
  ]);
  expect(found({ connected: [{ device, reportsLevels: true }] })).toEqual([]);
});

test('a device that nobody asked for is named, with its address and what it lacks', () => {
  const noted = heardFindings([device, { ...device, source: 'sc\u202e6000', address: '169.254.7.7' }], {
    addresses: [cable],
  });
  expect(noted.map(({ severity, area, finding }) => `${severity} ${area}: ${finding}`)).toEqual([
    'note devices: prime4 (JC11 4.3.0) announces itself at 10.0.0.9',
    'note network: sc\\u202e6000 is in another network than this computer: it has 169.254.7.7, this computer eth0 (10.0.0.2)',
  ]);
  expect(noted.map(({ todo }) => todo)).toEqual(['', expect.stringContaining('DHCP')]);
});
