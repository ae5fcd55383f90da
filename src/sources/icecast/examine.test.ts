import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { closeServer, listen } from '../../core/listening.ts';
import { examineIcecast } from './examine.ts';
import { icecastOptions } from './options.ts';

const HOST = '127.0.0.1';

function examine(port: number) {
  return examineIcecast(settingsOf(icecastOptions, { 'icecast.addr': { host: HOST, port } }));
}

async function holdPort(): Promise<{ readonly server: Server; readonly held: number }> {
  const server = createServer();
  const held = await listen(server, { host: HOST, port: await freePort() });
  onTestFinished(() => void server.close());
  return { server, held };
}

test('examineIcecast reports before a set whether programs can broadcast here', async () => {
  const { server, held } = await holdPort();
  expect((await examine(held))[0]).toMatchObject({
    severity: 'fault',
    finding: expect.stringMatching(`^TCP port ${held} is in use by `),
    todo: expect.stringContaining('--icecast.addr (and in the programs that broadcast)'),
    plain: expect.stringContaining('choose another port'),
  });
  await closeServer(server);
  expect((await examine(held))[0]).toMatchObject({ severity: 'ok', finding: `TCP port ${held} is free` });
});

test('examineIcecast reports a taken SHOUTcast port as a note', async () => {
  const { held } = await holdPort();
  expect((await examine(held - 1))[1]).toMatchObject({
    severity: 'note',
    means: expect.stringMatching(/^programs that know only SHOUTcast cannot broadcast/),
  });
  expect(await examine(65_535)).toHaveLength(1);
});
