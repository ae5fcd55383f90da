import { SimulatedVirtualDj } from '@deckcast/simulator';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { Secret } from '../../core/option.ts';
import type { Fetch } from '../../core/tools.ts';
import { examineVirtualDj, suggestVirtualDj } from './examine.ts';
import { type VirtualDjSettings, virtualDjOptions } from './options.ts';

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

test('examineVirtualDj reports an answering VirtualDJ, and a missing password', async () => {
  expect(await examine('')).toEqual([
    'ok: VirtualDJ answers at http://127.0.0.1',
    "note: VirtualDJ's Network Control has no password",
  ]);
  virtualDj.password = 'sesame';
  expect(await examine('sesame')).toEqual(['ok: VirtualDJ answers at http://127.0.0.1']);
});

describe('suggestVirtualDj', () => {
  async function search(change: Partial<VirtualDjSettings> = {}) {
    const settings = settingsOf(virtualDjOptions, { 'virtualdj.token': new Secret('sesame'), ...change });
    const sent: (string | null)[] = [];
    const fetch: Fetch = (url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return virtualDj.fetch(url, init);
    };
    const tools = { clock: fakeClock(), fetch };
    const findings = await suggestVirtualDj(settings, tools, new AbortController().signal);
    return { found: findings.map(({ severity, finding }) => `${severity}: ${finding}`), sent };
  }

  test('reports an answering VirtualDJ on this computer after one query without the password', async () => {
    expect(await search()).toEqual({
      found: ['note: VirtualDJ answers at http://127.0.0.1'],
      sent: [null],
    });
  });

  test('reports a program that requires a password', async () => {
    virtualDj.password = 'sesame';
    const { found, sent } = await search();
    expect(found).toEqual(['note: a program at http://127.0.0.1 asks for a password; it may be VirtualDJ']);
    expect(sent).toEqual([null, null]);
  });

  test('reports nothing without an answer, and queries no other computer', async () => {
    expect(await search({ 'virtualdj.url': 'http://10.0.0.9' })).toEqual({ found: [], sent: [] });
    virtualDj.closed = true;
    expect((await search()).found).toEqual([]);
  });
});
