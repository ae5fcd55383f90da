/** Ports for programs that need their port before they open it. */
import { createServer } from 'node:net';
import { nextPort } from '../../packages/wire-kit/src/testing/free-port.ts';
import { closeServer, listen } from '../../src/core/listening.ts';

export { freeLinkPorts } from '../../packages/prodjlink/src/testing/free-ports.ts';
export { freeUdpPort } from '../../packages/wire-kit/src/testing/free-port.ts';

/** Returns the first of `count` neighboring free TCP ports. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const port = nextPort(count);
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
