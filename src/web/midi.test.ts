import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { takeMidi } from './midi.ts';

const CHANGES = JSON.stringify({ port: 'DDJ-SB3', changes: [[1, 19, 64]] });

let clock: FakeClock;
let server: WebSocketServer;
let page: WebSocket;

beforeEach(async () => {
  clock = fakeClock();
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const midi = {
    state: () => ({ controllers: [], lesson: null, isIgnored: false, readsPages: true, problems: [] }),
    openPage: () => ({ push: () => 'changes' as const, end: () => undefined }),
  };
  server.on('connection', (socket) => takeMidi(socket, clock, () => midi));
  await once(server, 'listening');
  page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(page, 'open');
});

afterEach(() => {
  page.terminate();
  server.close();
});

/** Sends changes one after another, and returns how many of them are answered before the clock has to advance. */
async function answeredAtOnce(): Promise<number> {
  let answered = 0;
  const count = (): void => {
    answered += 1;
  };
  page.on('message', count);
  for (let sent = 1; ; sent += 1) {
    const pong = once(page, 'pong');
    page.send(CHANGES);
    // Answered after the changes.
    page.ping();
    await pong;
    if (answered < sent) {
      page.off('message', count);
      return answered;
    }
  }
}

describe('a page that sends changes of faders', () => {
  test('is answered at once during a short cut, and later during a long sweep', async () => {
    expect(await answeredAtOnce()).toBe(25);
    const late = once(page, 'message');
    await clock.advance(40);
    await late;
    expect(await answeredAtOnce()).toBe(0);
  });

  test('is answered at most 50 times in each second', async () => {
    let taken = 0;
    page.on('message', () => {
      taken += 1;
      page.send(CHANGES);
    });
    page.send(CHANGES);
    for (let ms = 0; ms < 1_000; ms += 10) {
      const pong = once(page, 'pong');
      page.ping();
      await pong;
      await clock.advance(10);
    }
    expect(taken).toBeLessThanOrEqual(50);
  });

  test('may cut again after a rest', async () => {
    await answeredAtOnce();
    await clock.advance(1_040);
    expect(await answeredAtOnce()).toBe(25);
  });
});
