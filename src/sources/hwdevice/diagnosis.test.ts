import type { IgnoreReason } from '@deckcast/stagelinq';
import { expect, test } from 'vitest';
import { ETH0, PRIME_4, QUIET } from '../../../test/support/device.ts';
import { diagnose, diagnoseCrowd, type Evidence } from './diagnosis.ts';

const UNHEARD: Evidence = { status: QUIET, chosen: [], ignored: [], failing: [] };

function withStatus(change: Partial<Evidence['status']>): Evidence {
  return { ...UNHEARD, status: { ...QUIET, ...change } };
}

function ignoring(reason: IgnoreReason): Evidence {
  return { ...UNHEARD, ignored: [{ device: PRIME_4, reason }] };
}

const LINK_LOCAL = withStatus({ interfaces: [{ ...ETH0, address: '169.254.3.4' }] });
const NO_NETWORK = withStatus({ interfaces: [] });
const FAILING = { ...UNHEARD, failing: [{ device: PRIME_4, reason: 'it closed the connection' }] };

test.each<readonly [string, Evidence, RegExp, RegExp]>([
  [
    'where nothing was heard',
    UNHEARD,
    /^nothing was heard; .* eth0 \(192\.168\.1\.7\)$/,
    /firewall.*169\.254/,
  ],
  ['nothing of an address like ours, which we have', LINK_LOCAL, /nothing was heard/, /^((?!169\.254).)*$/],
  ['that there is no network', NO_NETWORK, /^this computer is on no network$/, /cable/],
  [
    'that the chosen interface is not there',
    { ...NO_NETWORK, chosen: ['eth7'] },
    /^no interface called eth7/,
    /--hwdevice\.discovery\.interface/,
  ],
  ['that another program holds the port', withStatus({ listening: false }), /cannot be received/, /51337/],
  ['nothing of the port while it is opened', withStatus({ listening: undefined }), /nothing/, /firewall/],
  ['why a device cannot be connected', FAILING, /^prime4 at 192\.168\.1\.20 .*: it closed/, /51337/],
  ['that a device is not the target', ignoring('not-wanted'), /^only .* prime4 \(JC11\)/, /--target/],
  ['that a device is only a mixer', ignoring('mixer'), /prime4 \(JC11\): a mixer/, /switch a player on/],
  ['nothing of other clients: they are not devices', ignoring('no-port'), /nothing was heard/, /firewall/],
])('a missing device is reported: %s', (_, evidence, finding, todo) => {
  expect(diagnose(evidence).finding).toMatch(finding);
  expect(diagnose(evidence).todo).toMatch(todo);
});

test('too many devices are reported, unless the user wants no more', () => {
  const { status } = withStatus({ leftOut: 8 });
  expect(diagnoseCrowd(status, 0)?.finding).toBe('too many devices: 8 are ignored');
  expect(diagnoseCrowd(status, 2)).toBeUndefined();
  expect(diagnoseCrowd(QUIET, 0)).toBeUndefined();
});
