import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listen } from '../../src/core/listening.ts';

/**
 * A port of this computer where nobody listens, below those that the system gives out: no connection of another process
 * takes it before the test does. Browsers refuse 10080.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = await listen(server, { host: '127.0.0.1', port: randomInt(10_081, 20_000) }).catch(
      () => undefined,
    );
    if (port !== undefined) {
      await new Promise((resolve) => server.close(resolve));
      return port;
    }
  }
}
