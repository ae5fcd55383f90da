import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Denial } from './operator/access.ts';
import type { Refusal } from './wire/answers.ts';
import { WIRE_VERSION } from './wire/events.ts';

const MAX_MESSAGE = 1024;
/** RFC 6455, 7.4.1. */
const GOING_AWAY = 1001;

export interface SocketRoute {
  readonly path: string;
  /** Undefined if the client may connect. */
  readonly refuse?: (request: IncomingMessage) => Denial | undefined;
  readonly accept: (page: WebSocket, request: IncomingMessage) => void;
}

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  refuseBusy(socket: Duplex, reason: string): void;
  /** Asks pages to close. A sleeping one never answers. */
  leave(): void;
  terminate(): void;
}

export function acceptSockets(routes: readonly SocketRoute[], protocol: string): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  });
  return {
    refuseBusy(socket, reason) {
      socket.on('error', () => undefined);
      refuse(socket, '503 Service Unavailable', reason);
    },
    upgrade(request, socket, head) {
      // The socket may fail before the library handles errors.
      socket.on('error', () => undefined);
      const path = request.url?.split('?')[0];
      const route = routes.find((candidate) => candidate.path === path);
      if (route === undefined) {
        refuse(socket, '404 Not Found', `no WebSocket is at ${path}`);
        return;
      }
      const refusal = route.refuse?.(request);
      if (refusal !== undefined) {
        refuse(socket, refusal.status === 401 ? '401 Unauthorized' : '403 Forbidden', String(refusal.reason));
        return;
      }
      server.handleUpgrade(request, socket, head, (page) => route.accept(page, request));
    },
    leave() {
      for (const page of server.clients) {
        page.close(GOING_AWAY, 'the server stops');
      }
    },
    terminate() {
      for (const page of server.clients) {
        page.terminate();
      }
    },
  };
}

function refuse(socket: Duplex, status: string, reason: string): void {
  // Clients that keep their side open must not hold the connection or delay a stop.
  socket.once('finish', () => socket.destroy());
  const body = JSON.stringify({ v: WIRE_VERSION, done: false, reason } satisfies Refusal);
  const type = 'Content-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store';
  const headers = `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${type}`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}
