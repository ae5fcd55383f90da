import type { IgnoreReason } from '@deckcast/stagelinq';
import { describe, expect, test } from 'vitest';
import { PRIME_4 } from '../../../test/support/device.ts';
import { diagnose, diagnoseCrowd, type Evidence } from './diagnosis.ts';

const device = PRIME_4;
const eth0 = {
  name: 'eth0',
  netmask: '255.255.255.0',
  internal: false,
  sent: 5,
  error: undefined,
  received: 0,
  returned: 0,
};
const QUIET: Evidence = {
  status: { listening: true, interfaces: [{ ...eth0, address: '192.168.1.7' }], dropped: 0, leftOut: 0 },
  chosen: [],
  ignored: [],
  failing: [],
};

function ignoring(reason: IgnoreReason): Evidence {
  return { ...QUIET, ignored: [{ device, reason }] };
}

describe('a missing device is reported', () => {
  test('where nothing was received, and what to check', () => {
    const { finding, todo } = diagnose(QUIET);
    expect(finding).toBe('nothing was heard; searched on eth0 (192.168.1.7)');
    expect(todo).toContain('firewall');
    expect(todo).toContain('169.254');
  });

  test('not to take a link-local address when the computer has one', () => {
    const status = { ...QUIET.status, interfaces: [{ ...eth0, address: '169.254.3.4' }] };
    expect(diagnose({ ...QUIET, status }).todo).not.toContain('169.254');
  });

  test('that there is no network', () => {
    const status = { ...QUIET.status, interfaces: [] };
    expect(diagnose({ ...QUIET, status }).finding).toBe('this computer is on no network');
    expect(diagnose({ ...QUIET, status, chosen: ['eth7'] })).toMatchObject({
      finding: 'no interface called eth7 has an IPv4 address',
      todo: 'correct --hwdevice.discovery.interface, or leave it out to search on all',
    });
  });

  test('that another program holds the port', () => {
    expect(diagnose({ ...QUIET, status: { ...QUIET.status, listening: false } }).todo).toContain('51337');
    const starting = { ...QUIET.status, listening: undefined };
    expect(diagnose({ ...QUIET, status: starting }).todo).not.toContain('another program');
  });

  test('that a device was found and why it cannot be connected', () => {
    const { finding } = diagnose({ ...QUIET, failing: [{ device, reason: 'it closed the connection' }] });
    expect(finding).toBe(
      'prime4 at 192.168.1.20 was found but cannot be connected: it closed the connection',
    );
  });

  test.each([
    ['not-wanted', 'prime4 (JC11): is not the target', '--target.device'],
    ['link-local', 'prime4 (JC11): has a link-local address', '--hwdevice.discovery.ignore_link_local'],
    ['no-state', 'prime4 (JC11): is not a player', 'computer mode'],
    ['mixer', 'prime4 (JC11): a mixer', 'player'],
    ['too-many', 'prime4 (JC11): is over the device limit', '--hwdevice.discovery.max_devices'],
    ['other-network', 'prime4 (JC11): is on another interface', '--hwdevice.discovery.interface'],
  ] as const)('what was heard and left alone: %s', (reason, what, advice) => {
    const { finding, todo } = diagnose(ignoring(reason));
    expect(finding).toContain(what);
    expect(todo).toContain(advice);
  });

  test('nothing of other clients: they are not devices', () => {
    expect(diagnose(ignoring('no-port')).finding).toContain('nothing was heard');
  });
});

test('too many devices are reported, unless the user wants no more', () => {
  const crowded = { ...QUIET.status, leftOut: 8 };
  expect(diagnoseCrowd(crowded, 0)?.finding).toBe('too many devices: 8 are ignored');
  expect(diagnoseCrowd(crowded, 2)).toBeUndefined();
  expect(diagnoseCrowd(QUIET.status, 0)).toBeUndefined();
});
