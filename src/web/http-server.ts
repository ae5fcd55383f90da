import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { KEEP_ALIVE } from '../core/listening.ts';
import type { Tools } from '../core/tools.ts';
import { type ConnectionLimiter, limitConnections } from './connections.ts';
import {
  type Answer,
  answerAsItIs,
  close,
  followAnswers,
  keepOperators,
  refuseBadHost,
  serializeRequests,
} from './listener.ts';
import { OPERATOR_PROTOCOL } from './operator/index.ts';
import { acceptSockets, type SocketRoute } from './sockets.ts';

/** Wait for the closing handshake at a stop. */
const FAREWELL_MS = 500;

export const PATIENCE = {
  headersTimeout: 10_000,
  // The largest body at 20 kB/s, slower than any phone network that still loads a page.
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
};

export interface LimitedServer extends Pick<ConnectionLimiter, 'findings'> {
  readonly http: HttpServer;
  answered(): Promise<void>;
  close(): Promise<void>;
}

export interface HttpDeps extends Pick<Tools, 'clock' | 'log'> {
  readonly fetch: Answer;
  readonly sockets: readonly SocketRoute[];
  readonly mayOperate: (request: IncomingMessage) => boolean;
  readonly proxies: readonly string[];
  readonly patience: typeof PATIENCE;
}

export function createHttpServer(deps: HttpDeps): LimitedServer {
  const { clock, log, proxies, mayOperate } = deps;
  // The adaptor makes a plain HTTP server by default.
  const http = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    // Keep-alive frees the place of a dead page, which may wait minutes for the next track.
    serverOptions: { ...KEEP_ALIVE, ...deps.patience },
  }) as HttpServer;
  const limiter = limitConnections(http, { log, clock, proxies, mayOperate });
  const answer = limiter.limited(serializeRequests(keepOperators(refuseBadHost(deps.fetch))));
  const sockets = acceptSockets(deps.sockets, OPERATOR_PROTOCOL);
  http.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      answerAsItIs(http, request, request.socket);
      return;
    }
    const reason = limiter.admit(request);
    if (reason === undefined) {
      sockets.upgrade(request, socket, head);
    } else {
      sockets.refuseBusy(socket, reason);
    }
  });
  return {
    http,
    findings: limiter.findings,
    answered: followAnswers(http),
    async close() {
      sockets.leave();
      const cutOff = clock.after(FAREWELL_MS, () => sockets.terminate());
      await close(http);
      cutOff();
    },
  };
}
