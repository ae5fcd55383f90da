/** The server that Traktor sends to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { guarded } from '../../core/faults.ts';
import { MAX_CONNECTIONS, REQUEST_LIMITS, takeBody } from '../request-body.ts';

/** Long, because Traktor sends nothing while its decks are stopped, and a request may not hit a closing connection. */
const IDLE_MS = 10 * 60_000;

const GREETING =
  'deckcast waits here for Traktor. Nothing is shown on this page; the page /help/traktor of deckcast says how to connect Traktor.\n';

/** A complete request of Traktor's, which has been answered. */
export interface TraktorRequest {
  /** The sender's address. */
  readonly from: string;
  /** With its query. */
  readonly path: string;
  readonly body: Uint8Array;
}

/**
 * Calls `onRequest` for every complete request that posts something and is not from a page in a browser. Each one is
 * answered before it is processed: the client stops for good when six of its requests are unanswered.
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

/** Answers; false for what Traktor does not send: it only posts. A page in a browser is refused. */
function answer(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.origin !== undefined) {
    // Browsers send this header with requests of a page; Traktor never does.
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

/** One address for a Traktor on this computer: it may call it by a name, which means two of them. */
function senderOf({ socket }: IncomingMessage): string {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return address === '::1' ? '127.0.0.1' : address;
}
