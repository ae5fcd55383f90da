import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { closeServer, listen } from '../../src/core/listening.ts';

/**
 * The first of `count` neighbouring ports of this computer where nobody listens, below those that the system gives out: no
 * connection of another process takes them before the test does. Browsers refuse 10080.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 20_000);
    const servers = Array.from({ length: count }, () => createServer());
    const opened = await Promise.allSettled(
      servers.map((server, index) => listen(server, { host: '127.0.0.1', port: port + index })),
    );
    await Promise.all(servers.map(closeServer));
    if (opened.every(({ status }) => status === 'fulfilled')) {
      return port;
    }
  }
}
