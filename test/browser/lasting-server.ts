/** Lets the browser cache files. The real server makes it revalidate, half the cost of opening a theme. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { freePort } from '../support/free-port.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const REQUESTS = 'http.server.request.start';

export async function startLastingServer(...how: Parameters<typeof startServer>): Promise<RunningServer> {
  const running = await startServer(...how);
  const keep = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort === running.port) {
      letFilesBeKept(response);
    }
  };
  subscribe(REQUESTS, keep);
  return {
    ...running,
    stop() {
      unsubscribe(REQUESTS, keep);
      return running.stop();
    },
  };
}

/**
 * Starts servers one after another at one address, so that cache and local storage carry over between tests. Themes of
 * a test's own need another server. Call it once in a file.
 */
export function lastingAddress(): typeof startServer {
  let port: Promise<number> | undefined;
  return async (change, deps) => {
    port ??= freePort();
    return startLastingServer({ 'http.addr': { host: '127.0.0.1', port: await port }, ...change }, deps);
  };
}

function letFilesBeKept(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  const changed = (status: number, headers: OutgoingHttpHeaders = {}): ServerResponse => {
    const isFile = headers['cache-control'] === 'no-cache';
    return writeHead(status, isFile ? { ...headers, 'cache-control': 'max-age=600' } : headers);
  };
  response.writeHead = changed as typeof response.writeHead;
}
