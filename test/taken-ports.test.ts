/** A source whose port is taken waits for it, also as the only one: the show starts without it. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { HealthMessage } from '../src/web/wire/health.ts';
import { afterTest } from './support/clean-up.ts';
import { pageCalls } from './support/local-page.ts';
import { startProgram } from './support/program.ts';
import { showAt } from './support/show.ts';

async function takenPort(kind: 'TCP' | 'UDP') {
  const held = kind === 'TCP' ? createServer() : createSocket('udp4');
  const listening = once(held, 'listening');
  if ('bind' in held) {
    held.bind(0, '127.0.0.1');
  } else {
    held.listen(0, '127.0.0.1');
  }
  await listening;
  const { port } = held.address() as AddressInfo;
  let isFree = false;
  const free = async (): Promise<void> => {
    if (!isFree) {
      isFree = true;
      const closed = once(held, 'close');
      held.close();
      await closed;
    }
  };
  afterTest(free);
  return { port, free };
}

async function startWith(conf: string) {
  const program = await startProgram(['start', '--conf=conf.yaml', '--http.addr=127.0.0.1:0'], {
    files: { 'conf.yaml': conf },
  });
  afterTest(() => program.stop());
  const show = await showAt(await program.waitForLine('overlay ready'), program);
  const call = await pageCalls(show.url);
  const health = async () => {
    const { status, source } = (await call('GET', 'health')) as HealthMessage;
    return { status, problem: source.problem ?? '' };
  };
  return { program, call, health };
}

test.each([
  ['traktor', 'traktor.addr', 'TCP'],
  ['icecast', 'icecast.addr', 'TCP'],
  ['mediacontroltcp', 'mediacontroltcp.addr', 'TCP'],
  ['osc', 'osc.in.addr', 'UDP'],
] as const)('%s waits for its port as the only source', async (source, option, kind) => {
  const { port, free } = await takenPort(kind);
  const { call, health, program } = await startWith(`source: ${source}\n${option}: 127.0.0.1:${port}\n`);
  const inTrouble = { status: 'trouble', problem: expect.stringContaining(`port ${port} is in use`) };
  await expect.poll(health).toEqual(inTrouble);
  expect(await program.waitForLine('source failed')).toContain('next="try again"');
  expect(JSON.stringify(await call('GET', 'doctor'))).toContain(`port ${port} is in use`);
  await free();
  await expect.poll(async () => (await health()).problem).not.toContain('in use');
});

test('a source that is chosen while its port is taken stays chosen, in trouble until the port is free', async () => {
  const { port, free } = await takenPort('TCP');
  const { call, health } = await startWith(`source: http\ntraktor.addr: 127.0.0.1:${port}\n`);
  const { revision } = (await call('GET', 'settings')) as { revision: string };
  expect(await call('PATCH', 'settings', { revision, set: { source: 'traktor' } })).toMatchObject({
    changed: ['source'],
  });
  await expect
    .poll(health)
    .toEqual({ status: 'trouble', problem: expect.stringContaining(`port ${port} is in use`) });
  await free();
  await expect.poll(async () => (await health()).problem).not.toContain('in use');
});
