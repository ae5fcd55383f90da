/**
 * A server whose files browsers keep. The program lets them ask for each file each time, so that an edited theme shows;
 * where no test edits one, that is half of what opening a theme costs.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
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

function letFilesBeKept(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  const changed = (status: number, headers: OutgoingHttpHeaders = {}): ServerResponse => {
    const isFile = headers['cache-control'] === 'no-cache';
    return writeHead(status, isFile ? { ...headers, 'cache-control': 'max-age=600' } : headers);
  };
  response.writeHead = changed as typeof response.writeHead;
}
