/** Receives tracks over HTTP, stores and broadcasts them. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { TokenValidator } from '../../../src/clients/twitch/token-validator.ts';
import { closeServer } from '../../../src/core/listening.ts';
import type { Tools } from '../../../src/core/tools.ts';
import { settlesWithin, untilAborted } from '../../../src/core/waiting.ts';
import { runTogether, type Service } from '../../../src/host/lifetime.ts';
import type { Address } from '../../../src/settings/kinds.ts';
import { open } from '../../../src/web/listener.ts';
import { createBroadcast } from './broadcast.ts';
import { Forwarder } from './forwarder.ts';
import type { Metrics } from './metrics.ts';
import { extensionKey, type ServiceSettings } from './options.ts';
import { createMetricsRoutes, createRoutes } from './routes.ts';
import { openStore } from './store/index.ts';

/** Requests at a stop are a few lines of JSON. */
const FINISH_REQUESTS_MS = 1_000;
/** Longer than in proxies (Caddy two minutes, nginx one), so that none sends a track on a closing connection. */
const KEEP_ALIVE_MS = 125_000;

export interface LiveServiceTools extends Omit<Tools, 'disk'> {
  readonly metrics: Metrics;
}

/** Works until the signal. Rejects with a RunError if store or address cannot be opened. */
export async function runService(
  settings: ServiceSettings,
  tools: LiveServiceTools,
  signal: AbortSignal,
): Promise<void> {
  const { log, clock, metrics } = tools;
  const store = await openStore(settings, clock);
  try {
    const lastsMs = settings['track.expires'];
    const extension = {
      clientId: settings['extension.client_id'],
      ownerId: settings['extension.owner_id'],
      key: extensionKey(settings['extension.secret']),
      lastsMs,
    };
    const broadcast = createBroadcast(settings['broadcast.url'], extension, tools);
    const forwarder = new Forwarder({ store, broadcast, metrics, log, clock }, lastsMs);
    const routes = createRoutes({
      identity: new TokenValidator(settings['live.auth_url'], tools),
      clientId: settings['live.client_id'],
      lastsMs,
      store,
      // Remaining tracks are in the store for other instances.
      onTrack: () => forwarder.notify(),
      metrics,
      log,
      clock,
    });
    const http = listener('http.addr', routes, settings['http.addr'], tools, (url) =>
      log.info('live service ready', { url, store: settings.store }),
    );
    const metricsAddress = settings['metrics.addr'];
    const numbers =
      metricsAddress === undefined
        ? []
        : [
            listener('metrics.addr', createMetricsRoutes({ store, metrics }), metricsAddress, tools, (url) =>
              log.info('metrics ready', { url: `${url}metrics` }),
            ),
          ];
    await runTogether([forwarder, ...numbers, http], signal, tools);
  } finally {
    await store.close();
  }
}

/** @param option sets the address */
function listener(
  option: 'http.addr' | 'metrics.addr',
  routes: Hono,
  address: Address,
  tools: LiveServiceTools,
  onReady: (url: string) => void,
): Service {
  return {
    name: option,
    async run(stop) {
      // The adaptor makes a plain HTTP server without TLS.
      const server = createAdaptorServer({
        fetch: routes.fetch,
        serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS },
      }) as Server;
      const { url } = await open(server, address, option);
      onReady(url);
      await untilAborted(stop);
      await finish(server, tools);
    },
  };
}

async function finish(server: Server, { clock }: LiveServiceTools): Promise<void> {
  const closed = closeServer(server);
  server.closeIdleConnections();
  if (!(await settlesWithin(clock, FINISH_REQUESTS_MS, closed))) {
    server.closeAllConnections();
    await closed;
  }
}
