/** Own port: metrics are not for the audience. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { EXPOSITION_TYPE, exposition } from '../../core/exposition.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import type { Address } from '../../settings/kinds.ts';
import { close, open } from '../listener.ts';
import { type Counts, families, type Measured } from './families.ts';

const RESOLUTION_MS = 50;
const MAX_CONNECTIONS = 32;

/** Rejects with a RunError if the address is unavailable. */
export async function serveMetrics(
  address: Address,
  counts: Counts,
  measured: Measured,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
  signal: AbortSignal,
  opened: () => void,
): Promise<void> {
  const startedAtSeconds = clock.now() / 1_000;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  function text(): string {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    // The histogram holds times between measurements; the excess over their interval is the delay.
    const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000);
    const loopDelay = {
      p50: late(delay.percentile(50)),
      p99: late(delay.percentile(99)),
      max: late(delay.max),
    };
    delay.reset();
    return exposition(
      families(counts, measured, {
        residentBytes: rss,
        heapBytes: heapUsed,
        cpuSeconds: (user + system) / 1e6,
        startedAtSeconds,
        loopDelay,
      }),
    );
  }

  const server = createServer((request, response) => {
    const isHere = /^\/metrics(\?|$)/.test(request.url ?? '');
    if (isHere && (request.method === 'GET' || request.method === 'HEAD')) {
      response.setHeader('Content-Type', EXPOSITION_TYPE).setHeader('Cache-Control', 'no-store').end(text());
    } else {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('the numbers are at /metrics\n');
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  const { url } = await open(server, address, 'metrics.addr');
  opened();
  delay.enable();
  log.info('metrics ready', { url: `${url}metrics` });
  await untilAborted(signal);
  delay.disable();
  await close(server);
}
