/**
 * Some programs must know a port before they open it. These ports lie below the OS's ephemeral ports, so that no
 * connection of another process takes one first. Each test worker cycles through its own share, so that a port is not
 * handed out twice while its first user may be about to open it.
 */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';

const WORKERS = 8;
const SHARE = 1_200;
/** Browsers refuse 10080. */
const LOWEST = 10_081;
const { VITEST_POOL_ID: worker = '0' } = process.env;
const first = LOWEST + (Number(worker) % WORKERS) * SHARE;

/** Differs in each run, because sockets of the run before may be left. */
let handedOut = randomInt(SHARE);

/** First of `count` neighboring ports that this worker tries next. */
export function nextPort(count: number): number {
  const from = handedOut + count > SHARE ? 0 : handedOut;
  handedOut = from + count;
  return first + from;
}

/** Free at every address of this computer. */
export async function freeUdpPort(): Promise<number> {
  for (;;) {
    const port = nextPort(1);
    if (await isFree(port)) {
      return port;
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind(port, () => socket.close(() => resolve(true)));
  });
}
