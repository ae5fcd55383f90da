import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { guarded } from '../../core/faults.ts';
import { MAX_BODY_BYTES, MAX_CONNECTIONS, REQUEST_LIMITS, takeBody } from '../shared/request-body.ts';

const MAX_SOCKETS = 16;

const GREETING =
  'deckcast waits here for what the tabs of a browser play. Nothing is shown on this page; the page /help/media-players of deckcast says what to install.\n';

/** Websites cannot claim these origins. */
const EXTENSION = /^(chrome|moz|safari-web)-extension:\/\//;

export interface BrowserListener {
  /** Returns whether it was understood, for the answer. */
  posted(body: string): boolean;
  connected(socket: WebSocket): void;
}

export interface BrowserReceiver {
  readonly server: Server;
  cut(): void;
}

export function browserReceiver(listener: BrowserListener): BrowserReceiver {
  const server = createServer(
    REQUEST_LIMITS,
    guarded((request: IncomingMessage, response: ServerResponse) => receive(request, response, listener)),
  );
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY_BYTES,
    perMessageDeflate: false,
  });
  server.on(
    'upgrade',
    guarded((request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Sockets may fail before the library handles their errors.
      socket.on('error', () => undefined);
      const { origin } = request.headers;
      if (sockets.clients.size >= MAX_SOCKETS || (origin !== undefined && !EXTENSION.test(origin))) {
        socket.destroy();
        return;
      }
      sockets.handleUpgrade(request, socket, head, (page) => listener.connected(page));
    }),
  );
  return {
    server,
    cut() {
      for (const page of sockets.clients) {
        page.terminate();
      }
      server.closeAllConnections();
    },
  };
}

function receive(request: IncomingMessage, response: ServerResponse, listener: BrowserListener): void {
  // The script runs in pages of any site, and sends such headers itself.
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Private-Network': 'true',
      'Access-Control-Max-Age': '600',
    });
    response.end();
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(GREETING);
    return;
  }
  takeBody(
    request,
    guarded((body: Buffer) => {
      response.writeHead(listener.posted(body.toString()) ? 200 : 400).end();
    }),
  );
}
