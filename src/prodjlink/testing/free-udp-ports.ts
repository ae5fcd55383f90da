import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';

/**
 * UDP ports that nothing uses, below those that the system gives out: no socket of another process gets one of them before
 * the test opens it.
 */
export async function freeUdpPorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(10_000, 20_000);
    if (await isFree(port)) {
      ports.add(port);
    }
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind(port, () => socket.close(() => resolve(true)));
  });
}
