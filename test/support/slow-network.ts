/**
 * Slow network between a browser and a server on loopback, with delay and a bandwidth that all connections share. A new
 * connection takes a round trip first.
 */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../src/core/listening.ts';

export interface Line {
  /** One-way delay in ms. */
  oneWayMs: number;
  bytesPerSecond: number;
}

/** `line` may change at any time. */
export async function slowNetworkTo(port: number, line: Line) {
  const browsers = new Set<Socket>();
  const insides = new Set<Socket>();
  const [up, down] = [new Direction(line), new Direction(line)];
  let opened = 0;
  const server = createServer((browser) => {
    opened += 1;
    const inside = connect(port, '127.0.0.1');
    browsers.add(browser);
    insides.add(inside);
    browser.setNoDelay(true);
    inside.setNoDelay(true);
    // The server's handshake was immediate, so it is delayed here.
    const readyAt = performance.now() + 2 * line.oneWayMs;
    browser.on('data', (bytes) => up.send(bytes.length, readyAt, () => inside.write(bytes)));
    inside.on('data', (bytes) => down.send(bytes.length, readyAt, () => browser.write(bytes)));
    for (const [one, other] of [
      [browser, inside],
      [inside, browser],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        browsers.delete(one);
        insides.delete(one);
        setTimeout(() => other.destroy(), 2 * line.oneWayMs);
      });
    }
  });
  return {
    /** On loopback. */
    port: await listen(server, { host: '127.0.0.1', port: 0 }),
    /** Numbers of connections opened so far, and open now. */
    get opened() {
      return opened;
    },
    get open() {
      return browsers.size;
    },
    close(): void {
      server.close();
      for (const socket of [...browsers, ...insides]) {
        socket.destroy();
      }
    },
  };
}

/** One direction of the line: a queue. */
class Direction {
  readonly #line: Line;
  #freeAt = 0;

  constructor(line: Line) {
    this.#line = line;
  }

  send(bytes: number, notBefore: number, arrive: () => unknown): void {
    const begins = Math.max(this.#freeAt, notBefore, performance.now());
    this.#freeAt = begins + (bytes / this.#line.bytesPerSecond) * 1_000;
    setTimeout(arrive, this.#freeAt + this.#line.oneWayMs - performance.now());
  }
}
