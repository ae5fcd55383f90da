import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { guarded } from '../../core/faults.ts';
import { plainAddress } from '../../core/loopback.ts';
import { MAX_CONNECTIONS, REQUEST_LIMITS, takeBody } from '../shared/request-body.ts';

/** Traktor is silent while decks are stopped, and a request must not hit a closing connection. */
const IDLE_MS = 10 * 60_000;

const GREETING =
  'deckcast waits here for Traktor. Nothing is shown on this page; the page /help/traktor of deckcast says how to connect Traktor.\n';

export interface TraktorRequest {
  /** IP address. */
  readonly from: string;
  readonly path: string;
  readonly body: Uint8Array;
}

/**
 * Calls `onRequest` for every complete POST, except from pages in a browser. Answers first: the client stops
 * for good while six requests are unanswered.
 */
export function traktorReceiver(onRequest: (request: TraktorRequest) => void): Server {
  const receive = guarded(onRequest);
  const server = createServer({ ...REQUEST_LIMITS, keepAliveTimeout: IDLE_MS }, (request, response) => {
    takeBody(request, (body) => {
      if (answer(request, response)) {
        receive({ from: senderOf(request), path: request.url ?? '', body });
      }
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** Returns false unless from Traktor, which only posts. */
function answer(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.origin !== undefined) {
    // Browsers send it for pages; Traktor never does.
    response.writeHead(403).end();
    return false;
  }
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(GREETING);
    return false;
  }
  response.writeHead(204).end();
  return true;
}

/** A Traktor on this computer may use a host name for both `::1` and 127.0.0.1. */
function senderOf({ socket }: IncomingMessage): string {
  const address = plainAddress(socket.remoteAddress ?? '');
  return address === '::1' ? '127.0.0.1' : address;
}
