import { beforeEach, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { Secret } from '../../core/option.ts';
import { SimulatedVirtualDj } from '../../simulator/index.ts';
import { examineVirtualDj } from './examine.ts';
import { virtualDjOptions } from './options.ts';

let virtualDj: SimulatedVirtualDj;

beforeEach(() => {
  virtualDj = new SimulatedVirtualDj();
});

async function examine(password: string): Promise<string[]> {
  const settings = settingsOf(virtualDjOptions, { 'virtualdj.token': new Secret(password) });
  const tools = { clock: fakeClock(), fetch: virtualDj.fetch };
  const findings = await examineVirtualDj(settings, tools, new AbortController().signal);
  return findings.map(({ severity, finding }) => `${severity}: ${finding}`);
}

test('a VirtualDJ that answers is well, and better with a password', async () => {
  expect(await examine('')).toEqual([
    'ok: VirtualDJ answers at http://127.0.0.1',
    'note: Network Control of VirtualDJ has no password',
  ]);
  virtualDj.password = 'sesame';
  expect(await examine('sesame')).toEqual(['ok: VirtualDJ answers at http://127.0.0.1']);
});

test('one that does not is a fault, with the reason', async () => {
  virtualDj.password = 'sesame';
  expect(await examine('other')).toEqual(['fault: VirtualDJ at http://127.0.0.1 does not take the password']);
  virtualDj.closed = true;
  expect(await examine('sesame')).toEqual([
    expect.stringMatching(/^fault: VirtualDJ does not answer: .*nothing listens there.*:8080/),
  ]);
});
