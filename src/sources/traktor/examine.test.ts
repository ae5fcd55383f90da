import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { listen } from '../../core/listening.ts';
import { examineTraktor } from './examine.ts';
import { traktorOptions } from './options.ts';

async function examine(port: number): Promise<string[]> {
  const settings = settingsOf(traktorOptions, { 'traktor.addr': { host: '127.0.0.1', port } });
  const findings = await examineTraktor(settings, { disk: memoryDisk() });
  return findings.map(({ severity, finding }) => `${severity}: ${finding}`);
}

test('whether Traktor can send here is known before a set', async () => {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  expect(await examine(port)).toEqual([
    expect.stringMatching(new RegExp(`^fault: TCP port ${port} is in use by `)),
    'note: no Traktor was found on this computer',
  ]);
  await new Promise((resolve) => server.close(resolve));
  expect(await examine(port)).toContain(`ok: TCP port ${port} is free`);
});
