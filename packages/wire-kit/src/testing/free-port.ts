/**
 * Ports for what must be told its port before it opens it. They lie below those that the system gives out, so that no
 * connection of another process takes one before the test does. Each worker of the tests goes round in a share of its own:
 * what was handed out is not handed out again while somebody may be about to open it.
 */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';

const WORKERS = 8;
const SHARE = 1_200;
/** Browsers refuse 10080. */
const LOWEST = 10_081;
const { VITEST_POOL_ID: worker = '0' } = process.env;
const first = LOWEST + (Number(worker) % WORKERS) * SHARE;

/** Not the same in each run: something of the run before may be left. */
let handedOut = randomInt(SHARE);

/** The first of `count` neighboring ports that this worker tries next. */
export function nextPort(count: number): number {
  const from = handedOut + count > SHARE ? 0 : handedOut;
  handedOut = from + count;
  return first + from;
}

/** A UDP port that nothing uses, at no address of this computer. */
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
