import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { publication } from '../../../test/support/publication.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { closeServer, listen } from '../../core/listening.ts';
import { createCounts, createMetrics } from './index.ts';
import { metricsOptions } from './options.ts';

const clock = fakeClock();
const HOST = '127.0.0.1';
const settingsAt = (port: number) => settingsOf(metricsOptions, { 'metrics.addr': { host: HOST, port } });

test('measures a latency of zero, not less, after the clock was set back', () => {
  const { latency, shown } = createCounts(settingsAt(0), clock);
  shown(publication({ at: clock.now() + 60_000 }));
  expect(latency.samples).toContainEqual({ suffix: '_sum', value: 0 });
});

test('explains a port in use in one line with port and flag', async () => {
  const other = createServer();
  const settings = settingsAt(await listen(other, { host: HOST, port: 0 }));
  const measured = { decks: () => [], health: () => expect.unreachable(), faults: () => 0 };
  const metrics = createMetrics(settings, createCounts(settings, clock), measured, { clock, log: keptLog() });
  const stop = new AbortController();
  const running = metrics.run(stop.signal);
  await expect(metrics.listening).rejects.toThrow(
    /^port \d+ is in use by another program \(to find it: .*\): close it, or choose another port with --metrics\.addr=(127\.0\.0\.1:\d+)$/,
  );
  stop.abort();
  await running;
  await closeServer(other);
});
