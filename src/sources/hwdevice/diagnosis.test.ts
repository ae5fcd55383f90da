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
    const { problem, hint } = diagnose(QUIET);
    expect(problem).toBe('nothing was heard; searched on eth0 (192.168.1.7)');
    expect(hint).toContain('firewall');
    expect(hint).toContain('169.254');
  });

  test('not to take a link-local address when the computer has one', () => {
    const status = { ...QUIET.status, interfaces: [{ ...eth0, address: '169.254.3.4' }] };
    expect(diagnose({ ...QUIET, status }).hint).not.toContain('169.254');
  });

  test('that there is no network', () => {
    const status = { ...QUIET.status, interfaces: [] };
    expect(diagnose({ ...QUIET, status }).problem).toBe('this computer is on no network');
    expect(diagnose({ ...QUIET, status, chosen: ['eth7'] })).toEqual({
      problem: 'no interface called eth7 has an IPv4 address',
      hint: 'correct --hwdevice.discovery.interface, or leave it out to search on all',
    });
  });

  test('that another program holds the port', () => {
    expect(diagnose({ ...QUIET, status: { ...QUIET.status, listening: false } }).hint).toContain('51337');
    const starting = { ...QUIET.status, listening: undefined };
    expect(diagnose({ ...QUIET, status: starting }).hint).not.toContain('another program');
  });

  test('that a device was found and why it cannot be connected', () => {
    const { problem } = diagnose({ ...QUIET, failing: [{ device, reason: 'it closed the connection' }] });
    expect(problem).toBe(
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
    const { problem, hint } = diagnose(ignoring(reason));
    expect(problem).toContain(what);
    expect(hint).toContain(advice);
  });

  test('nothing of other clients: they are not devices', () => {
    expect(diagnose(ignoring('no-port')).problem).toContain('nothing was heard');
  });
});

test('too many devices are reported, unless the user wants no more', () => {
  const crowded = { ...QUIET.status, leftOut: 8 };
  expect(diagnoseCrowd(crowded, 0)?.problem).toBe('too many devices: 8 are ignored');
  expect(diagnoseCrowd(crowded, 2)).toBeUndefined();
  expect(diagnoseCrowd(QUIET.status, 0)).toBeUndefined();
});
