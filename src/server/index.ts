/** The HTTP listener: the overlay, its WebSockets, and the read-only API. */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import type { SettingsMap } from '../config/kinds.ts';
import type { Audience, SinkHealth, SourceHealth } from '../core/contracts.ts';
import type { Clock, Tools } from '../core/tools.ts';
import { WIRE_VERSION, type WireThemeOptions } from '../wire/events.ts';
import type { HealthMessage } from '../wire/health.ts';
import { Broadcast } from './broadcast.ts';
import { close, type ListeningAt, open } from './listener.ts';
import type { ServerSettings } from './options.ts';
import { packageFolder } from './package-folder.ts';
import { createRoutes } from './routes.ts';

export { type ServerSettings, serverOptions, THEMES } from './options.ts';
export type { ListeningAt };

export interface ServerDeps {
  readonly version: string;
  /** How the rest of the program is doing, now. */
  readonly health: () => ProgramHealth;
}

export interface ProgramHealth {
  readonly source: SourceHealth & { readonly name: string };
  readonly sinks: readonly SinkHealth[];
}

export interface Server {
  readonly name: 'server';
  /** What the pages show; the WebSocket sink speaks to it. */
  readonly audience: Audience;
  /** Where the overlay is, once the listener is open; rejects when it cannot be opened. */
  readonly listening: Promise<ListeningAt>;
  /** Listens until the signal fires. A RunError when the address cannot be had. */
  run(signal: AbortSignal): Promise<void>;
}

/** More than the pages of any stage; beyond it a connection is refused instead of the rest becoming slow. */
const MAX_CONNECTIONS = 4_096;
/** A page that sends a longer message is closed: pages have nothing to say. */
const MAX_MESSAGE = 1024;
const PING_EVERY_MS = 15_000;

export function createServer(settings: ServerSettings, tools: Tools, deps: ServerDeps): Server {
  const { clock, log } = tools;
  const startedAt = clock.monotonic();
  const broadcast = new Broadcast(clock, () => scalarsOf(settings['theme.options']));
  const folder = packageFolder();

  const routes = createRoutes({
    log,
    onAir: broadcast.onAir,
    packageFolder: folder,
    themeFolder: settings['theme.dir'] || join(folder, 'themes', settings['theme.internal']),
    health(): HealthMessage {
      const { source, sinks } = deps.health();
      return {
        v: WIRE_VERSION,
        status: source.problem === undefined && sinks.every(isWell) ? 'ok' : 'trouble',
        version: deps.version,
        uptimeMs: Math.round(clock.monotonic() - startedAt),
        source,
        sinks,
        overlays: { records: broadcast.records.size, events: broadcast.events.size },
      };
    },
  });
  // The adaptor makes a plain HTTP server unless it is told otherwise.
  const http = createAdaptorServer({ fetch: routes.fetch }) as HttpServer;
  http.maxConnections = MAX_CONNECTIONS;
  http.on('upgrade', acceptPages(broadcast));

  let opened: (at: ListeningAt) => void;
  let failed: (error: unknown) => void;
  const listening = new Promise<ListeningAt>((resolve, reject) => {
    opened = resolve;
    failed = reject;
  });
  // Nobody has to wait for it: `run` rejects too.
  listening.catch(() => undefined);

  return {
    name: 'server',
    audience: broadcast,
    listening,
    async run(signal) {
      const at = await open(http, settings['http.addr']).catch((error: unknown) => {
        failed(error);
        throw error;
      });
      opened(at);
      if (settings['http.addr'].host === undefined) {
        log.info('the overlay is open to the whole network', {
          hint: `--http.addr=127.0.0.1:${at.port} keeps it to this computer`,
        });
      }
      log.info('overlay ready', { url: at.url, hint: 'add it to OBS as a browser source, 800 x 200' });
      await pingUntil(signal, broadcast, clock);
      broadcast.close();
      await close(http);
    },
  };
}

function acceptPages(broadcast: Broadcast): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  return (request, socket, head) => {
    // It may break off before the library takes care of it.
    socket.on('error', () => undefined);
    switch (request.url?.split('?')[0]) {
      case '/ws':
        sockets.handleUpgrade(request, socket, head, (page) =>
          broadcast.records.add(page, broadcast.recordGreeting),
        );
        return;
      case '/api/v1/events':
        sockets.handleUpgrade(request, socket, head, (page) =>
          broadcast.events.add(page, broadcast.eventGreeting()),
        );
        return;
      default:
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    }
  };
}

async function pingUntil(signal: AbortSignal, broadcast: Broadcast, clock: Clock): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(PING_EVERY_MS, signal).catch(() => undefined);
    broadcast.ping();
  }
}

function isWell({ stopped, lastErrorAt = 0, lastSuccessAt = 0 }: SinkHealth): boolean {
  return !stopped && lastErrorAt <= lastSuccessAt;
}

/** The sections of a map mean nothing here. */
function scalarsOf(options: SettingsMap): WireThemeOptions {
  const scalars: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'object') {
      scalars[name] = value;
    }
  }
  return scalars;
}
