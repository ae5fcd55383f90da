import { createServer } from 'node:http';
import { listen } from '../../src/core/listening.ts';

/** A port of this computer where nobody listens any more. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
