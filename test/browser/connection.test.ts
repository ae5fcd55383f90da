/** How soon a page is back after its server: the SDK's own code, on sockets that nobody answers. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connect } from '../../themes/shared/v1/connection.js';

const A_SECOND = 1_000;
const TRIES = 20;

/** A connection that neither comes about nor fails: with it, the page no longer does anything. */
class Unending {
  static opened = 0;

  constructor() {
    Unending.opened += 1;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Where nobody listens any more. */
async function deadUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

test('a page whose server is gone tries again within a second of each failure, however many there were', async () => {
  const failures: Promise<unknown>[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: string) {
        super(url);
        this.on('error', () => undefined);
        failures.push(new Promise((resolve) => this.once('close', resolve)));
      }
    },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] });
  connect(await deadUrl(), { message: () => undefined, connected: () => undefined });
  for (let tries = 1; tries <= TRIES; tries += 1) {
    expect(failures).toHaveLength(tries);
    await failures.at(-1);
    if (tries === TRIES) {
      vi.stubGlobal('WebSocket', Unending);
    }
    vi.advanceTimersByTime(A_SECOND);
  }
  expect(Unending.opened).toBe(1);
});
