import type { IgnoreReason } from '@deckcast/stagelinq';
import { expect, test } from 'vitest';
import { ETH0, PRIME_4, QUIET } from '../../../test/support/device.ts';
import { diagnose, diagnoseCrowd, type Evidence } from './diagnosis.ts';

const UNHEARD: Evidence = { status: QUIET, chosen: [], ignored: [], failing: [] };

const ANALYZER = { ...PRIME_4, token: 'a0', software: 'OfflineAnalyzer' };

function withStatus(change: Partial<Evidence['status']>): Evidence {
  return { ...UNHEARD, status: { ...QUIET, ...change } };
}

function ignoring(reason: IgnoreReason): Evidence {
  return { ...UNHEARD, ignored: [{ device: PRIME_4, reason }] };
}

const LINK_LOCAL = withStatus({ interfaces: [{ ...ETH0, address: '169.254.3.4' }] });
const NO_NETWORK = withStatus({ interfaces: [] });

test.each<readonly [string, Evidence, RegExp, RegExp]>([
  [
    'the searched interfaces, if no device was heard',
    UNHEARD,
    /^no device was heard; .* eth0 \(192\.168\.1\.7\)$/,
    /firewall.*169\.254/,
  ],
  [
    'no advice on link-local addresses, if this computer has one',
    LINK_LOCAL,
    /no device was heard/,
    /^((?!169\.254).)*$/,
  ],
  ['a computer without a network', NO_NETWORK, /^this computer is not on a network$/, /cable/],
  [
    'a chosen interface that does not exist',
    { ...NO_NETWORK, chosen: ['eth7'] },
    /^no network interface eth7/,
    /--hwdevice\.discovery\.interface/,
  ],
  ['a port held by another program', withStatus({ listening: false }), /cannot be received/, /51337/],
  [
    'no problem with a port that is still being opened',
    withStatus({ listening: undefined }),
    /no device was heard/,
    /firewall/,
  ],
  [
    'a device that is not the target',
    ignoring('not-wanted'),
    /^heard nothing but prime4 \(JC11\)/,
    /--target/,
  ],
  ['a mixer without players', ignoring('mixer'), /prime4 \(JC11\), which is a mixer/, /turn on a player/],
  [
    'a player that said goodbye and one that fell silent, with their times',
    {
      ...UNHEARD,
      ignored: [{ device: ANALYZER, reason: 'no-state' }],
      left: [
        { device: { ...PRIME_4, source: 'sc6000', token: '01' }, how: 'left', agoMs: 125_000 },
        { device: PRIME_4, how: 'silent', agoMs: 7_400 },
      ],
    },
    /^no player is connected any more: sc6000 \(192\.168\.1\.20\) left 2 min ago; prime4 \(192\.168\.1\.20\) stopped answering 7 s ago$/,
    /power and the network cable/,
  ],
  [
    'a device and not its helpers',
    {
      ...UNHEARD,
      ignored: [
        { device: ANALYZER, reason: 'no-state' },
        { device: PRIME_4, reason: 'not-wanted' },
      ],
    },
    /^heard nothing but prime4 \(JC11\), which is not the target$/,
    /--target/,
  ],
  [
    'a helper alone as what it is',
    { ...UNHEARD, ignored: [{ device: ANALYZER, reason: 'no-state' }] },
    /^heard nothing but prime4 \(OfflineAnalyzer\), which is a helper inside a player/,
    /computer mode/,
  ],
  [
    'nothing about other clients, which are not devices',
    ignoring('no-port'),
    /no device was heard/,
    /firewall/,
  ],
])('diagnose reports %s', (_, evidence, finding, todo) => {
  expect(diagnose(evidence).finding).toMatch(finding);
  expect(diagnose(evidence).todo).toMatch(todo);
});

test('diagnoseCrowd reports too many devices, unless the user set a limit', () => {
  const { status } = withStatus({ leftOut: 8 });
  expect(diagnoseCrowd(status, 0)?.finding).toBe('too many devices: 8 are ignored');
  expect(diagnoseCrowd(status, 2)).toBeUndefined();
  expect(diagnoseCrowd(QUIET, 0)).toBeUndefined();
});

test('names the interface of a device beside the chosen ones', () => {
  const local = { netmask: '255.255.255.0', mac: '', internal: false };
  const locals = [
    { ...local, name: 'wlan0', address: '10.0.0.7' },
    { ...local, name: 'eth1', address: '192.168.1.9' },
  ];
  const { todo } = diagnose(ignoring('other-network'), () => locals);
  expect(todo).toBe('set --hwdevice.discovery.interface to eth1, where it was heard');
});
