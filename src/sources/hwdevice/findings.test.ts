import { StagelinqError } from '@deckcast/stagelinq';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { ETH0, PRIME_4, QUIET } from '../../../test/support/device.ts';
import { keptLog } from '../../../test/support/log.ts';
import { DeviceRegistry } from './device-registry.ts';
import { announcedFindings, type HardwareEvidence, hardwareFindings } from './findings.ts';

const cable = ETH0;
const tunnel = { ...ETH0, name: 'wg0', address: '10.9.0.2', netmask: '255.255.255.255' };
const device = PRIME_4;

const heardOn = (...interfaces: (typeof ETH0)[]) => ({ ...QUIET, interfaces });

const evidence: HardwareEvidence = {
  status: QUIET,
  chosen: [],
  ignored: [],
  failing: [],
  connected: [],
  network: { addresses: [cable] },
  firewall: 'ufw',
  holders: [],
  running: false,
  waysTo: new Map(),
};

const found = (change: Partial<HardwareEvidence>): string[] =>
  hardwareFindings({ ...evidence, ...change })
    .filter(({ severity }) => severity !== 'ok')
    .map(({ severity, area, todo }) => `${severity} ${area}: ${todo}`);

describe('firewall finding', () => {
  test('appears when our own announcements do not return', () => {
    const [first] = found({ status: heardOn({ ...cable, returned: 0 }) });
    expect(first).toBe('fault firewall: sudo ufw allow 51337/udp');
  });

  test('does not appear when announcements return or others are heard, nor for tunnels, which never return them', () => {
    const others = { ...cable, name: 'eth1', received: 3, returned: 0 };
    const status = heardOn({ ...cable, returned: 1 }, others, { ...tunnel, returned: 0 });
    expect(found({ status }).filter((finding) => finding.includes('firewall:'))).toEqual([]);
  });
});

describe('VPN finding', () => {
  const network = { addresses: [cable, tunnel], internet: tunnel.address };

  test('is the first fault while no player is connected', () => {
    expect(found({ network })).toEqual([
      expect.stringMatching(/^fault network: turn off the VPN/),
      expect.stringMatching(/^fault devices: fix the VPN problem above first/),
    ]);
  });

  test('is a note once a player is connected', () => {
    expect(found({ network, connected: [{ device }] })).toEqual([expect.stringMatching(/^note network: /)]);
  });

  test('appears when packets to a player go through the VPN', () => {
    const failing = [{ device, reason: 'no answer' }];
    const waysTo = new Map([[device.address, tunnel.address]]);
    expect(found({ network: { addresses: [cable, tunnel] }, failing, waysTo })).toEqual([
      expect.stringMatching(/^fault network: turn off the VPN/),
    ]);
  });
});

test('names only the chosen ones of several networks', () => {
  const addresses = ['eth0', 'eth1', 'wlan0'].map((name) => ({ ...cable, name }));
  const severalOf = (chosen: readonly string[]) =>
    hardwareFindings({ ...evidence, chosen, network: { addresses } })
      .map(({ finding }) => String(finding))
      .filter((finding) => finding.startsWith('this computer is on several networks'));
  expect(severalOf([])).toEqual([expect.stringMatching(/eth0 .* eth1 .* wlan0 /)]);
  expect(severalOf(['eth1'])).toEqual([]);
  expect(severalOf(['eth0', 'eth1'])).toEqual([expect.not.stringContaining('wlan0')]);
});

test.each([
  ['no network', { addresses: [] }],
  ['a VPN alone', { addresses: [tunnel] }],
])('names the missing network alone, not the firewall, in %s', (_, network) => {
  const status = { ...QUIET, interfaces: network.addresses.map((one) => ({ ...ETH0, ...one })) };
  const failing = [{ device, reason: 'no route' }];
  for (const evidence of [{}, { failing }]) {
    expect(found({ network, status, ...evidence })).toEqual([
      expect.stringMatching(/^fault network: connect a network cable/),
    ]);
  }
  expect(announcedFindings([device], network).map(({ finding }) => String(finding))).toEqual([
    'prime4 (JC11 4.3.0) announces itself at 192.168.1.20',
  ]);
});

test('names players that left instead of the reason why they cannot be connected', () => {
  const left = [{ device, how: 'silent', agoMs: 7_000 }] as const;
  expect(found({ failing: [{ device, reason: 'the connection broke' }], left })).toEqual([
    expect.stringMatching(/^fault devices: check the power/),
  ]);
});

test('counts the loopback interface as a network only where it is searched', () => {
  const lo = { ...ETH0, name: 'lo', address: '127.0.0.1', netmask: '255.0.0.0' };
  const network = { addresses: [] };
  const near = { ...device, address: '127.0.0.1' };
  const failing = [{ device: near, reason: 'no answer' }];
  expect(found({ network, status: heardOn(lo), failing })).toEqual([
    expect.stringMatching(/^fault devices: allow outgoing UDP/),
  ]);
});

test('reports a player as a fault only once an attempt to connect has failed', () => {
  const registry = new DeviceRegistry(
    { log: keptLog(), clock: fakeClock() },
    new AbortController().signal,
    0,
  );
  registry.receiver.found?.(device);
  expect(found(registry.evidence(QUIET))).toEqual(['note devices: ']);
  registry.receiver.failed?.(device, new StagelinqError('unreachable', 'it did not accept'), 1);
  expect(found(registry.evidence(QUIET))).toEqual([expect.stringMatching(/^fault devices: allow outgoing/)]);
});

test('warns of a player that reports no levels', () => {
  expect(found({ connected: [{ device, reportsLevels: false }] })).toEqual([
    expect.stringMatching(/^warning devices: use --detection\.algorithm=lead/),
  ]);
  expect(found({ connected: [{ device, reportsLevels: true }] })).toEqual([]);
});

test('announcedFindings returns a note with the address, and advice for another network', () => {
  const noted = announcedFindings([device, { ...device, source: 'sc\u202e6000', address: '169.254.7.7' }], {
    addresses: [cable],
  });
  expect(noted.map(({ severity, area, finding }) => `${severity} ${area}: ${finding}`)).toEqual([
    'note devices: prime4 (JC11 4.3.0) announces itself at 192.168.1.20',
    'note network: sc\\u202e6000 is in another network than this computer: it has 169.254.7.7, this computer eth0 (192.168.1.7)',
  ]);
  const advice = expect.stringMatching(/^connect both to the same router and .*DHCP/);
  expect(noted.map(({ todo, plain }) => [todo, plain])).toEqual([
    ['', undefined],
    [advice, undefined],
  ]);
});
