import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { closeServer, listen } from '../../core/listening.ts';
import { createCounts, createMetrics } from './index.ts';
import { metricsOptions } from './options.ts';

test('a port in use is one line that names the port and the flag', async () => {
  const other = createServer();
  const host = '127.0.0.1';
  const port = await listen(other, { host, port: 0 });
  const clock = fakeClock();
  const settings = settingsOf(metricsOptions, { 'metrics.addr': { host, port } });
  const health = () => {
    throw new Error('nobody asks for it');
  };
  const measured = { decks: () => [], health, faults: () => 0 };
  const metrics = createMetrics(settings, createCounts(settings, clock), measured, { clock, log: keptLog() });
  await expect(metrics.run(new AbortController().signal)).rejects.toThrow(
    /^port \d+ is in use, perhaps by another deckcast: close it, or choose another port with --metrics\.addr=127\.0\.0\.1:\d+$/,
  );
  await closeServer(other);
});
