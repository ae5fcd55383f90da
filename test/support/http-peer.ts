/** Real HTTP server on loopback that records requests and answers as a test defines. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listen } from '../../src/core/listening.ts';
import { afterTest, type Later } from './clean-up.ts';
import { waitFor } from './wait.ts';

export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: Buffer;
}

export interface PeerAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged instead of JSON. */
  readonly body?: Uint8Array | string;
  /** The body never ends. */
  readonly endless?: boolean;
}

/** `hang` never answers, `reset` resets the connection. */
export type Reply = PeerAnswer | 'hang' | 'reset';

/** A promise delays the answer until it settles. */
export type Behavior = (request: Received) => Reply | Promise<Reply>;

export interface HttpPeer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly requests: Received[];
  behavior: Behavior;
  waitForRequests(count: number): Promise<Received[]>;
  /** Resolves when the port is closed. */
  close(): Promise<void>;
}

/** Closed after the running test, or as `later` says. With `tls`, its certificate is self-signed. */
export async function httpPeer(
  behavior: Behavior = () => ({}),
  options: { readonly tls?: boolean; readonly later?: Later } = {},
): Promise<HttpPeer> {
  const requests: Received[] = [];
  const server = options.tls === true ? createTlsServer(selfSigned()) : createServer();
  server.on('request', (request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { method = '', url = '', headers } = request;
      const bytes = Buffer.concat(chunks);
      const received = { method, path: url, headers, bytes, body: bytes.toString('utf8') };
      requests.push(received);
      give(response, await peer.behavior(received));
    });
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const peer: HttpPeer = {
    url: `http${options.tls === true ? 's' : ''}://127.0.0.1:${port}`,
    requests,
    behavior,
    waitForRequests: (count) =>
      waitFor(`${count} requests`, () => (requests.length >= count ? requests : undefined)),
    close: () => closed(server),
  };
  const { later = afterTest } = options;
  later(() => closed(server));
  return peer;
}

/** Parses the body as a form with files. */
export async function formOf({ headers, bytes }: Received): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
}

/** Returns whether it is a PNG picture of at most this many bytes. */
export async function isPng(file: unknown, most: number): Promise<boolean> {
  if (!(file instanceof File) || file.type !== 'image/png' || file.size > most) {
    return false;
  }
  return Buffer.from(await file.arrayBuffer()).toString('latin1', 1, 4) === 'PNG';
}

function give(response: ServerResponse, answer: Reply): void {
  if (answer === 'reset') {
    response.destroy();
  } else if (answer !== 'hang') {
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.write(answer.body ?? (answer.json === undefined ? '' : JSON.stringify(answer.json)));
    if (answer.endless !== true) {
      response.end();
    }
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function selfSigned() {
  const file = (name: string) => readFileSync(new URL(`tls/${name}.pem`, import.meta.url));
  return { key: file('key'), cert: file('certificate') };
}
