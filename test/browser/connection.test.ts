import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connect } from '../../themes/shared/v1/connection.js';
import { freePort } from '../support/free-port.ts';

const A_SECOND = 1_000;
const TRIES = 20;

/** Connection that neither opens nor fails. It marks the end of the test. */
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

test('a page without a server retries within a second of each failure, however many there were', async () => {
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
  connect(`ws://127.0.0.1:${await freePort()}`, { message: () => undefined, connected: () => undefined });
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
