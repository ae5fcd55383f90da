/** The server that Traktor sends to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { guarded } from '../../core/faults.ts';

/** Far more than any request of the client. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 256;
/** A request must be there whole within so many milliseconds. */
const REQUEST_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** Traktor sends nothing while its decks stand; a request must not meet a connection that is just being closed. */
const IDLE_MS = 10 * 60_000;

const GREETING =
  'deckcast waits here for Traktor. Nothing is shown on this page; docs/guide/traktor.md says how Traktor gets here.\n';

/**
 * Calls `onPost` for every whole request, with its target, its body and the address it came from. Each one is answered
 * before anything is done with it: the client stops for good when six of its requests are not answered.
 */
export function traktorReceiver(onPost: (path: string, body: Uint8Array, from: string) => void): Server {
  const limits = {
    headersTimeout: REQUEST_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    keepAliveTimeout: IDLE_MS,
    keepAlive: true,
  };
  const take = guarded(onPost);
  const server = createServer(limits, (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BODY_BYTES) {
          request.destroy();
        } else {
          chunks.push(chunk);
        }
      })
      // An aborted request reports nothing.
      .on('error', () => undefined)
      .on('end', () => {
        if (answer(request, response)) {
          take(request.url ?? '', Buffer.concat(chunks, size), senderOf(request));
        }
      });
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** Whether it may be a request of Traktor's. */
function answer(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.origin !== undefined) {
    // A page in a browser sends this without being asked, and Traktor never does.
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

/** Of one Traktor on this computer, connections may come from different addresses. */
function senderOf({ socket }: IncomingMessage): string {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return address === '::1' || address.startsWith('127.') ? '127.0.0.1' : address;
}
